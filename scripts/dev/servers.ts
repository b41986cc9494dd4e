import path from 'node:path';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import type { CommandEnv, Configure } from '../build/command.ts';
import { areaOf } from '../packages.ts';
import { ROOT } from '../paths.ts';
import { freePort } from '../ports.ts';

interface Served {
  readonly folder: string;
  readonly port: number;
}

/**
 * Serves the shell on `port` and each of `remotes` on a port of its own, all hot; calls go on to the API at `apiUrl`.
 * Each is what `rspack dev` in its folder would be; in one process they start sooner, and need the bundler once.
 */
export async function startDevServers({
  port,
  remotes,
  ...urls
}: {
  port: number;
  apiUrl: string;
  publicUrl: string;
  remotes: readonly string[];
}) {
  const servers: RspackDevServer[] = [];
  const hot: Served[] = [];
  for (const folder of remotes) {
    // Always the same, for the address of an override, unless somebody else listens there.
    const own = await freePort([areaOf(folder).devPort]);
    servers.push(await serve(folder, own, urls));
    hot.push({ folder, port: own });
  }
  const beside = hot.map((one) => `${one.folder}:${one.port}`).join(',');
  servers.push(await serve('shell', port, { ...urls, remotes: beside }));

  return {
    hot,
    async stop(): Promise<void> {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

async function serve(name: string, port: number, env: CommandEnv): Promise<RspackDevServer> {
  const { default: configure } = (await import(path.join(ROOT, name, 'rspack.config.ts'))) as { default: Configure };
  const config = configure({ ...env, RSPACK_SERVE: true }, { port });
  const server = new RspackDevServer(config.devServer || {}, rspack(config));
  await server.start();
  return server;
}
