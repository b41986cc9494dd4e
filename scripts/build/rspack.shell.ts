import { rspack, type DevServer, type Plugins } from '@rspack/core';
import { containerName } from './area-package.ts';
import { buildOptions, type BuildOptions, type Configure, type HotOptions } from './command.ts';
import { devServer } from './dev-server.ts';
import { FinishedBuild } from './finished-build.ts';
import type { HotRemote } from './hot-releases.ts';
import { hotRemotes } from './hot-remotes.ts';
import { commonConfig, refreshPlugin } from './rspack.common.ts';
import { ShellPage } from './shell-page.ts';
import { writeShellRelease } from './shell-release.ts';
import { UsedStyles } from './used-styles.ts';

/**
 * The build of the shell: the page, and the host that brings the shared singletons for every remote.
 */
export function shellConfig(directory: string): Configure {
  return (env, argv) => {
    const options = buildOptions(directory, env, argv);
    const common = commonConfig(directory, options);
    return {
      ...common,
      name: 'shell',
      entry: { main: './src/bootstrap.tsx' },
      output: {
        ...common.output,
        // Absolute: with 'auto' a deep link of two segments would look for its scripts beside itself.
        publicPath: '/',
        // Without the build id: a page has one shell.
        uniqueName: 'pagecast_shell',
      },
      plugins: [
        ...(common.plugins ?? []),
        // For the runtime of federation: it leaves out what is for servers.
        new rspack.DefinePlugin({ ENV_TARGET: '"web"' }),
        new ShellPage({ hot: options.hot !== undefined }),
        ...pluginsOfCommand(directory, options),
      ],
      devServer: options.hot ? pageServer(options.hot, servedRemotes(env.remotes)) : false,
    };
  };
}

function pluginsOfCommand(directory: string, { hot, inputs = '' }: BuildOptions): Plugins {
  if (hot) return [refreshPlugin('pagecast_shell')];
  return [
    // Pages hint at none of these parts, so that their hashes need not be those of hints: 16 bytes less for each.
    new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'], htmlPlugin: false }),
    new UsedStyles(),
    new FinishedBuild(directory, inputs, writeShellRelease),
  ];
}

/**
 * Serves the page as the product would, with the remotes that are served beside it in the place of the released ones.
 */
function pageServer(options: HotOptions, hot: readonly HotRemote[]): DevServer {
  const { port, apiUrl } = options;
  const readPage = async () => (await fetch(`http://127.0.0.1:${port}/index.html`)).text();
  return {
    ...devServer(options),
    setupMiddlewares: (middlewares) => [hotRemotes({ apiUrl, hot, readPage }), ...middlewares],
  };
}

/** `mf-history:3104,mf-media:3105` */
function servedRemotes(text = ''): HotRemote[] {
  return text
    .split(',')
    .filter(Boolean)
    .map((one) => {
      const [folder = '', port = ''] = one.split(':');
      return { folder, name: containerName(folder), url: `http://localhost:${port}` };
    });
}
