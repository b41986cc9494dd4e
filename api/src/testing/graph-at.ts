import type { AddressInfo, Server } from 'node:net';
import type { TestSandbox } from '../../sandbox/testing.ts';
import { graphClient, type GraphClient } from '../facebook/graph-client.ts';

const version = 'v19.0';

/** The client of a Facebook that a test plays itself, once its server listens. */
export function graphAt(server: Server): GraphClient {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return graphClient({
    base: origin,
    videoBase: `${origin}/video-host`,
    ruploadBase: `${origin}/rupload-host`,
    version,
  });
}

/** The client of the sandbox's Facebook, and the app that signs its calls. */
export async function graphOf(
  sandbox: TestSandbox,
): Promise<{ readonly graph: GraphClient; readonly app: { readonly appId: string; readonly appSecret: string } }> {
  const outside = await sandbox.control<Record<string, string>>('GET', '/environment');
  const graph = graphClient({
    base: outside['FB_GRAPH_BASE'] ?? '',
    videoBase: outside['FB_GRAPH_VIDEO_BASE'] ?? '',
    ruploadBase: outside['FB_RUPLOAD_BASE'] ?? '',
    version,
  });
  return { graph, app: { appId: outside['FB_APP_ID'] ?? '', appSecret: outside['FB_APP_SECRET'] ?? '' } };
}
