import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { releaseDelivery } from '../api/src/features/remotes/release-delivery.ts';
import type { RemotesRepository } from '../api/src/features/remotes/remotes.repository.ts';
import { productSettings } from './parts.ts';

/** Its files are for administrators: a running product does not show them to a command. */
const ADMIN_REMOTE = 'mf_admin';

interface Deps {
  readonly name: string;
  readonly remotes: RemotesRepository;
  readonly releasesDir: string;
}

/** Runs `work` against the product where it runs, else against the same delivery on a port of its own. @param work takes an origin */
export async function withReleaseServer<Result>({ name, remotes, releasesDir }: Deps, work: (origin: string) => Promise<Result>): Promise<Result> {
  const { publicUrl } = productSettings();
  const isRunning = name !== ADMIN_REMOTE && (await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(2000) }).catch(() => null))?.ok === true;
  if (isRunning) return work(new URL(publicUrl).origin);

  const server = createServer(releaseDelivery({ remotes, releasesDir }));
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
