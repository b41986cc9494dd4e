import type { DevServer } from '@rspack/core';
import type { HotOptions } from './command.ts';

export const API_PATHS = ['/api', '/remotes', '/healthz', '/readyz', '/metrics'];

/** The development server of a package: hot, with calls going on to the API. */
export function devServer({ port, apiUrl, publicUrl }: HotOptions): DevServer {
  return {
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
    // The API takes writes from its own origin only, which is the shell's address; a remote that runs alone has
    // another.
    proxy: [{ context: API_PATHS, target: apiUrl, headers: { origin: publicUrl } }],
    // Its own address: a remote's client lives in the shell's page and would ask the shell's server.
    client: {
      webSocketURL: `ws://127.0.0.1:${port}/ws`,
      logging: 'warn',
      overlay: { errors: true, warnings: false, runtimeErrors: false },
    },
  };
}
