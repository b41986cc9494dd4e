import type { Compiler } from '@rspack/core';

interface ListedAssets {
  js: { sync: string[]; async: string[] };
  css: { sync: string[]; async: string[] };
}

/** The parts of a federation manifest that are read here. */
export interface FederationManifest {
  readonly exposes: { assets: ListedAssets }[];
  readonly shared: { name: string; version: string; assets: ListedAssets }[];
}

/**
 * Takes the chunks out of a remote's manifest: the federation runtime would load a listed file itself, without its
 * hash.
 * Unlisted, they come through the entry, which knows the hashes of its own chunks. `mf-stats.json` still lists them.
 */
export class UnlistedChunks {
  apply(compiler: Compiler): void {
    const { Compilation: stages, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('UnlistedChunks', (compilation) => {
      compilation.hooks.processAssets.tap({ name: 'UnlistedChunks', stage: stages.PROCESS_ASSETS_STAGE_REPORT }, () => {
        const asset = compilation.getAsset('mf-manifest.json');
        if (!asset) return;
        const manifest = JSON.parse(asset.source.source().toString()) as FederationManifest;
        for (const entry of [...manifest.exposes, ...manifest.shared])
          entry.assets = { js: { sync: [], async: [] }, css: { sync: [], async: [] } };
        // Listed as the bundler's threads came by them, which differs from build to build.
        manifest.shared.sort((one, other) => (one.name < other.name ? -1 : 1));
        compilation.updateAsset('mf-manifest.json', new sources.RawSource(JSON.stringify(manifest)));
      });
    });
  }
}
