import path from 'node:path';
import { rspack, type Configuration } from '@rspack/core';
import { RspackDevServer, type Configuration as DevServerOptions } from '@rspack/dev-server';
import { hotRemotes, type HotRemote } from './hot-remotes.ts';
import { containerName, readManifest } from '../packages.ts';
import { ROOT } from '../paths.ts';
import { freePort } from '../ports.ts';
import type { BuildOptions } from '../build/rspack.common.ts';

const API_PATHS = ['/api', '/remotes', '/healthz', '/readyz', '/metrics'];

/** Serves the shell on `port` and each of `remotes` on a port of its own, all hot; calls go on to the API at `apiUrl`. */
export async function startDevServers({
  port,
  apiUrl,
  publicUrl,
  remotes,
}: {
  port: number;
  apiUrl: string;
  publicUrl: string;
  remotes: readonly string[];
}) {
  const hot: HotRemote[] = [];
  const servers: RspackDevServer[] = [];
  // The API takes writes from its own origin only, which is the shell's address; a remote that runs alone has another.
  const proxy = [{ context: API_PATHS, target: apiUrl, headers: { origin: publicUrl } }];

  const readPage = async () => (await fetch(`http://127.0.0.1:${port}/index.html`)).text();

  for (const name of remotes) {
    // Always the same, for the address of an override, unless somebody else listens there.
    const own = await freePort([readManifest(name).remote?.devPort ?? 0]);
    // A running product elsewhere may look at it, as an override.
    servers.push(await startOne(name, own, { proxy, headers: { 'access-control-allow-origin': '*' } }));
    hot.push({ folder: name, name: containerName(name), url: `http://localhost:${own}` });
  }
  servers.push(
    await startOne('shell', port, {
      proxy,
      setupMiddlewares: (middlewares) => [hotRemotes({ apiUrl, hot, readPage }), ...middlewares],
    }),
  );

  return {
    hot,
    async stop(): Promise<void> {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

async function startOne(name: string, port: number, extra: DevServerOptions): Promise<RspackDevServer> {
  const { default: configure } = (await import(path.join(ROOT, name, 'rspack.config.ts'))) as {
    default: (options: BuildOptions) => Configuration;
  };
  const outDir = path.join(ROOT, 'node_modules/.cache/dev', name);
  const server = new RspackDevServer(
    {
      host: '127.0.0.1',
      port,
      hot: true,
      // A change that cannot be taken in place reloads the page, but no other change does.
      liveReload: false,
      allowedHosts: 'all',
      compress: false,
      static: false,
      historyApiFallback: true,
      setupExitSignals: false,
      // Its own address: a remote's client lives in the shell's page and would ask the shell's server.
      client: {
        webSocketURL: `ws://127.0.0.1:${port}/ws`,
        logging: 'warn',
        overlay: { errors: true, warnings: false, runtimeErrors: false },
      },
      ...extra,
    },
    rspack(configure({ outDir, buildId: 'dev', hot: { port } })),
  );
  await server.start();
  return server;
}
