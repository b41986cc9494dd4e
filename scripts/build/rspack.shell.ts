import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack, type Configuration } from '@rspack/core';
import { commonConfig, refreshPlugin, sharedSingletons, type BuildOptions } from './rspack.common.ts';
import { ShellPage } from './shell-page.ts';

/** The build of the shell: the page, and the host that brings federation runtime and shared singletons for every remote. */
export function shellConfig(directory: string): (options: BuildOptions) => Configuration {
  return (options) => {
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
        new ModuleFederationPlugin({
          name: 'pagecast_shell',
          remotes: {},
          shared: sharedSingletons({ eager: true }),
          shareStrategy: 'loaded-first',
          dts: false,
          manifest: true,
          experiments: { provideExternalRuntime: true, optimization: { target: 'web' } },
        }),
        new ShellPage({ hot: options.hot !== undefined }),
        ...(options.hot
          ? [refreshPlugin('pagecast_shell')]
          : [new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], htmlPlugin: false })]),
      ],
    };
  };
}
