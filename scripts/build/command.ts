import path from 'node:path';
import type { Configuration } from '@rspack/core';
import { areaIn, isArea } from './area-package.ts';
import { buildIdOf, inputHash } from './input-hash.ts';

/** A `rspack.config.ts` as rspack's command line calls it: `env` holds what `--env` says, `argv` the other options. */
export type Configure = (env: CommandEnv, argv: CommandArgv) => Configuration;

export interface CommandEnv {
  /** Set by `rspack dev`. */
  readonly RSPACK_SERVE?: boolean;
  /** Where calls of a served package go: to the product that runs at `publicUrl`, unless said otherwise. */
  readonly apiUrl?: string;
  /** Where people find the product; the API takes writes from there only. */
  readonly publicUrl?: string;
  /** The remotes that are served beside the shell, with their ports: `mf-history:3104,mf-media:3105`. */
  readonly remotes?: string;
}

export interface CommandArgv {
  readonly port?: number | string;
}

/** How a package is to be built: for production, or hot for its development server. */
export interface BuildOptions {
  readonly outDir: string;
  /** Names the build, so that two versions of a remote can live in one page. */
  readonly buildId: string;
  /** The hash of everything that a build for production is made of. */
  readonly inputs?: string;
  readonly hot?: HotOptions;
}

export interface HotOptions {
  readonly port: number;
  readonly apiUrl: string;
  readonly publicUrl: string;
}

const SHELL_DEV_PORT = 3100;
const PRODUCT_URL = 'http://localhost:3000';

/** What a command asks of the package in `directory`. */
export function buildOptions(directory: string, env: CommandEnv, { port }: CommandArgv): BuildOptions {
  if (!env.RSPACK_SERVE) {
    const inputs = inputHash(directory);
    // A folder of this process: the builder of a command that was killed may still be writing to its own.
    return { outDir: path.join(directory, `dist.${process.pid}.new`), buildId: buildIdOf(inputs), inputs };
  }
  const { publicUrl = PRODUCT_URL, apiUrl = publicUrl } = env;
  const ownPort = isArea(directory) ? areaIn(directory).devPort : SHELL_DEV_PORT;
  return {
    outDir: path.join(directory, 'node_modules/.cache/dev'),
    buildId: 'dev',
    hot: { port: Number(port ?? ownPort), apiUrl, publicUrl },
  };
}
