import { createRequire } from 'node:module';
import { rspack, type Configuration, type RuleSetRule } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import tailwind from '@tailwindcss/postcss';
import type { AcceptedPlugin } from 'postcss';
import type { BuildOptions } from './command.ts';
import { LATE_PART_MS } from '../../shell/src/kit/runtime/patience.ts';
import { installedPackage } from './installed-package.ts';
import { ownStyles } from './own-styles.ts';

const require = createRequire(import.meta.url);
/**
 * Browsers that have `light-dark()`, nesting, `color-mix()` and `@property`: summer 2024. Older ones would need
 * everything twice.
 */
const BROWSERS = ['chrome >= 123', 'edge >= 123', 'firefox >= 128', 'safari >= 17.5'];
/**
 * Federation's generated glue: its source names hold the folder of the checkout, so a map of it would differ from place
 * to place.
 */
const GENERATED = /^(remoteEntry|main\.)/;

interface Shared {
  readonly singleton: true;
  readonly strictVersion: true;
  readonly requiredVersion: string;
}

/**
 * What exists once in a page, with its contexts: the shell's copy serves every remote (`share-scope.ts`). All else is
 * compiled into each bundle.
 */
export function sharedSingletons(directory: string): Record<string, Shared> {
  const share = (name: string): Shared => ({
    singleton: true,
    strictVersion: true,
    requiredVersion: compatibleRange(name, directory),
  });
  return {
    react: share('react'),
    'react/': share('react'),
    'react-dom': share('react-dom'),
    'react-dom/': share('react-dom'),
    '@tanstack/react-query': share('@tanstack/react-query'),
  };
}

/** `^19.3.0` for 19.3.1, which this package is built with: a patch of the shell's copy never shuts a remote out. */
function compatibleRange(name: string, directory: string): string {
  const found = installedPackage(name, directory);
  if (found === null)
    throw new Error(`${directory} has no ${name}, which every area shares with the shell: install it.`);
  return `^${found.manifest.version.split('.').slice(0, 2).join('.')}.0`;
}

/**
 * The settings that shell and remotes have in common.
 * @param area name of a remote's container; none for what a whole page is built of
 */
export function commonConfig(directory: string, { outDir, hot }: BuildOptions, area?: string): Configuration {
  return {
    context: directory,
    mode: hot ? 'development' : 'production',
    target: ['web', 'es2022'],
    devtool: hot ? 'source-map' : false,
    plugins: hot ? [] : [productionMaps()],
    resolve: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      alias: { 'zod/mini$': require.resolve('./no-schemas.cjs') },
    },
    module: {
      rules: [
        contractRule(),
        routerRule(),
        remoteNameRule(),
        scriptRule(hot !== undefined),
        styleRule(directory, area),
        { test: /\.(woff2|png|svg|webp)$/, resourceQuery: { not: /inline/ }, type: 'asset/resource' },
        { test: /\.svg$/, resourceQuery: /inline/, type: 'asset/inline', generator: { dataUrl: svgAddress } },
      ],
    },
    output: {
      path: outDir,
      // While hot, a page may still need the updates of earlier builds.
      clean: hot === undefined,
      filename: hot ? '[name].js' : '[name].[contenthash:8].js',
      chunkFilename: hot ? '[name].js' : '[name].[contenthash:8].js',
      cssFilename: hot ? '[name].css' : '[name].[contenthash:8].css',
      cssChunkFilename: hot ? '[name].css' : '[name].[contenthash:8].css',
      assetModuleFilename: '[name].[contenthash:8][ext]',
      crossOriginLoading: 'anonymous',
      // Of a chunk that comes with its first use; the bundler's own two minutes nobody waits before an empty screen.
      chunkLoadTimeout: LATE_PART_MS,
    },
    optimization: {
      // By order: a name, or its hash, would hold the folders of the checkout and of packages.
      moduleIds: hot ? 'named' : 'natural',
      chunkIds: hot ? 'named' : 'natural',
      // As short as they get: those that would stay the same from build to build are as good as random.
      mangleExports: hot ? false : 'size',
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({ extractComments: false }),
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: BROWSERS } }),
      ],
    },
    // A remote's chunks are named in its manifest before a page asks for them.
    lazyCompilation: false,
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
  };
}

/** A drawing in an address: as text, since base64 hides from compression what is in it. */
function svgAddress(content: Buffer | string): string {
  return `data:image/svg+xml,${encodeURIComponent(content.toString().trim())}`;
}

function productionMaps(): InstanceType<typeof rspack.SourceMapDevToolPlugin> {
  return new rspack.SourceMapDevToolPlugin({
    filename: '[file].map',
    exclude: GENERATED,
    moduleFilenameTemplate: ({ resourcePath }: { resourcePath: string }) => `pagecast/${sourceName(resourcePath)}`,
  });
}

/** The name of a source in a map: of a package its name and file alone, wherever the machine keeps its packages. */
function sourceName(file: string): string {
  const installed = file.lastIndexOf('node_modules/');
  return installed < 0 ? file : file.slice(installed);
}

/** @param library keeps the refresh runtimes of shell and remotes apart */
export function refreshPlugin(library: string): ReactRefreshRspackPlugin {
  return new ReactRefreshRspackPlugin({ library });
}

function scriptRule(isHot: boolean): RuleSetRule {
  return {
    test: /\.tsx?$/,
    exclude: /node_modules/,
    loader: 'builtin:swc-loader',
    options: {
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', tsx: true },
        // Never the calls of React's development build alone: an override runs on the React of a released shell.
        transform: { react: { runtime: 'automatic', development: false, refresh: isHot } },
      },
    },
    type: 'javascript/auto',
  };
}

function contractRule(): RuleSetRule {
  return {
    test: /[\\/]api[\\/]src[\\/]contract[\\/][^\\/]+\.ts$/,
    enforce: 'pre',
    loader: require.resolve('./pure-contract.cjs'),
  };
}

function routerRule(): RuleSetRule {
  return { test: /[\\/]react-router[\\/]dist[\\/].*\.mjs$/, loader: require.resolve('./lean-router.cjs') };
}

/** Shell and remotes compiled into one bundle have several names in it: each file is given that of its own package. */
function remoteNameRule(): RuleSetRule {
  return {
    test: /[\\/]src[\\/](remote\.tsx|styles\.css)$/,
    enforce: 'pre',
    loader: require.resolve('./remote-name.cjs'),
  };
}

/** Tailwind says the first value of each of its properties twice: once more for browsers that have no `@property`. */
const withoutFallbacks: AcceptedPlugin = {
  postcssPlugin: 'without-fallbacks',
  OnceExit(root) {
    root.walkAtRules('layer', (layer) => {
      if (layer.params === 'properties' && layer.nodes !== undefined) layer.remove();
    });
  },
};

function styleRule(directory: string, area: string | undefined): RuleSetRule {
  const plugins = [
    tailwind({ base: directory, optimize: false }),
    withoutFallbacks,
    ...(area === undefined ? [] : [ownStyles(area)]),
  ];
  return {
    test: /\.css$/,
    type: 'css/auto',
    loader: require.resolve('postcss-loader'),
    options: { postcssOptions: { config: false, plugins } },
  };
}
