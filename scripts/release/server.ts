import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { releaseDelivery } from '../../api/src/features/remotes/release-delivery.ts';
import type { RemotesRepository } from '../../api/src/features/remotes/remotes.repository.ts';
import { productSettings } from '../parts.ts';

/** Runs `work` against the product's delivery of releases on a port of its own. @param work takes an origin */
export async function withReleaseServer<Result>(
  deps: { remotes: RemotesRepository; releasesDir: string },
  work: (origin: string) => Promise<Result>,
): Promise<Result> {
  const server = createServer(releaseDelivery(deps));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** The origin of the product, or null when it does not run where it says that people find it. */
export async function runningProduct(): Promise<string | null> {
  const { origin } = new URL(productSettings().publicUrl);
  const answer = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(2000) }).catch(() => null);
  return answer?.ok === true ? origin : null;
}
