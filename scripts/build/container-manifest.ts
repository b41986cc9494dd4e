import type { Compilation, Compiler } from '@rspack/core';
import { PLAIN_MANIFEST } from '../../api/src/contract/remotes.ts';
import { packageManifest } from './installed-package.ts';
import { sharedSingletons } from './rspack.common.ts';

export const ENTRY = 'remoteEntry.js';
/** The chunk of what a remote exposes, as federation's own tools name it. */
export const EXPOSED = '__federation_expose_remote';

const NO_FILES = { js: { sync: [], async: [] }, css: { sync: [], async: [] } };
/** The bundler's name of a copy that a container brings: `provide shared module (default) react@19.3.1 = /…`. */
const COPY = /^provide (?:shared )?module \([^)]*\) (.+)@([^@ ]+) = /;

/**
 * Writes beside a container what other hosts of federation ask for first, earlier shells among them, in the form that
 * they read: which script is its entry, and by which name it is found then. The product reads there what a remote
 * shares. Its name says that nobody else needs to read it.
 * No chunks: a host would load a listed file itself, without its hash. They come through the entry, which knows the
 * hashes of its own chunks.
 */
export class ContainerManifest {
  readonly #directory: string;
  readonly #name: string;

  constructor(directory: string, name: string) {
    this.#directory = directory;
    this.#name = name;
  }

  apply(compiler: Compiler): void {
    const { Compilation: stages, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('ContainerManifest', (compilation) => {
      const stage = stages.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'ContainerManifest', stage }, () => {
        const manifest = manifestOf(this.#directory, this.#name, copiesIn(compilation));
        compilation.emitAsset(PLAIN_MANIFEST, new sources.RawSource(JSON.stringify(manifest)));
      });
    });
  }
}

interface Copy {
  readonly name: string;
  readonly version: string;
}

/** What a remote would share itself, in an order of its own: the bundler's differs from build to build. */
function copiesIn({ modules }: Compilation): Copy[] {
  const found = [...modules].flatMap((module) => {
    const [, name, version] = COPY.exec(module.identifier()) ?? [];
    return name === undefined || version === undefined ? [] : [{ name, version }];
  });
  const keyOf = ({ name, version }: Copy) => `${name}@${version}`;
  return [...new Map(found.map((copy) => [keyOf(copy), copy])).values()].sort((one, other) =>
    keyOf(one) < keyOf(other) ? -1 : 1,
  );
}

export function manifestOf(directory: string, name: string, copies: readonly Copy[]) {
  const { name: buildName, version: buildVersion } = packageManifest(directory);
  const settings = sharedSingletons(directory);
  const rangeOf = (module: string) => (settings[module] ?? settings[`${module.split('/')[0]}/`])?.requiredVersion;
  return {
    id: name,
    name,
    metaData: {
      name,
      globalName: name,
      buildInfo: { buildVersion, buildName },
      publicPath: 'auto',
      remoteEntry: { name: ENTRY, path: '', type: 'global' },
      types: { path: '', name: '', zip: '', api: '' },
    },
    shared: copies.map((copy) => ({
      id: `${name}:${copy.name}`,
      ...copy,
      singleton: true,
      requiredVersion: rangeOf(copy.name),
      assets: NO_FILES,
    })),
    remotes: [],
    exposes: [{ id: `${name}:remote`, name: 'remote', assets: NO_FILES, path: './remote' }],
  };
}
