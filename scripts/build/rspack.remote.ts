import { createRequire } from 'node:module';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { container, rspack, type Plugins } from '@rspack/core';
import { areaName, containerName } from './area-package.ts';
import { buildOptions, type BuildOptions, type Configure } from './command.ts';
import { ContainerManifest, ENTRY, EXPOSED } from './container-manifest.ts';
import { devServer } from './dev-server.ts';
import { FinishedBuild } from './finished-build.ts';
import { writeRelease } from './output.ts';
import { commonConfig, refreshPlugin, sharedSingletons } from './rspack.common.ts';
import { ShellPage } from './shell-page.ts';
import { UnlistedChunks } from './unlisted-chunks.ts';

const require = createRequire(import.meta.url);

/** The build of one remote: a container that exposes `./remote`, to be loaded by a shell at run time. */
export function remoteConfig(directory: string): Configure {
  const name = containerName(areaName(directory));
  return (env, argv) => {
    const options = buildOptions(directory, env, argv);
    // While hot it may also stand on a page that is all its own, with the styles of a page.
    const common = commonConfig(directory, options, options.hot ? undefined : name);
    return {
      ...common,
      name,
      // For work on its screens a remote also runs alone, with a page and a host of its own.
      entry: options.hot ? { main: './src/index.ts' } : {},
      output: {
        ...common.output,
        publicPath: 'auto',
        // The build id keeps the chunk tables of two versions in one page apart; the container's own name stays.
        uniqueName: `${name}_${options.buildId}`,
      },
      optimization: {
        ...common.optimization,
        splitChunks: false,
      },
      plugins: [
        ...(common.plugins ?? []),
        ...containerPlugins(directory, name, options),
        ...pluginsOfCommand(directory, name, options),
      ],
      // A running product elsewhere may look at it, as an override.
      devServer: options.hot ? { ...devServer(options.hot), headers: { 'access-control-allow-origin': '*' } } : false,
    };
  };
}

/**
 * What makes a container of it. For production that is the bundler's own, which any host of federation loads: nothing
 * of the runtime is in it, or needed by it. One that also runs alone brings a runtime.
 */
function containerPlugins(directory: string, name: string, { hot }: BuildOptions): Plugins {
  const said = {
    name,
    filename: ENTRY,
    exposes: { './remote': { import: './src/remote.tsx', name: EXPOSED } },
    shared: sharedSingletons(directory),
  };
  if (!hot) return [new container.ModuleFederationPluginV1(said), new ContainerManifest(directory, name)];
  return [
    new ModuleFederationPlugin({
      ...said,
      shareStrategy: 'loaded-first',
      dts: false,
      manifest: true,
      // Alone, its first module already needs the shared ones, so the start waits for them.
      experiments: { asyncStartup: true },
    }),
    new UnlistedChunks(),
  ];
}

function pluginsOfCommand(directory: string, name: string, { hot, inputs = '' }: BuildOptions): Plugins {
  if (hot)
    return [
      new ShellPage({ hot: true }),
      refreshPlugin(name),
      new rspack.EntryPlugin(directory, require.resolve('./hot-reload.client.ts'), {}),
    ];
  return [
    new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], htmlPlugin: false }),
    new FinishedBuild(directory, inputs, writeRelease),
  ];
}
