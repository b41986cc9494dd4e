import fs from 'node:fs';
import path from 'node:path';
import { SHELL_PAGE } from '../../api/src/contract/releases.ts';
import { CONTRACT_VERSION, SHELL } from '../../api/src/contract/remotes.ts';
import { filesOfPage } from '../../api/src/features/remotes/page-files.ts';
import { packageManifest } from './installed-package.ts';
import { integrity, writeDescription } from './output.ts';
import { sharedSingletons } from './rspack.common.ts';
import { usesOf } from './surface/build-uses.ts';
import { shellOffers } from './surface/shell-offers.ts';
import { writeSurfaces } from './surface/write-surfaces.ts';

/** Beside a shell's page: what it shares with areas, with versions, as `{"react": "19.3.1"}`. */
const SHARED_FILE = 'shared.json';

/** Writes `release.json`, and what the shell shares with areas, beside the files of the shell that was just built. */
export async function writeShellRelease(directory: string, outDir: string, buildId: string): Promise<void> {
  const inPage = filesOfPage(fs.readFileSync(path.join(outDir, SHELL_PAGE), 'utf8')).filter((file) => file.isCode);
  const entry = inPage.find(({ file }) => /^main\..*js$/.test(file));
  if (entry === undefined) throw new Error(`${SHELL_PAGE} names no script of the shell`);
  writeDescription(outDir, {
    name: SHELL,
    version: `${packageManifest(directory).version}-${buildId}`,
    contract: CONTRACT_VERSION,
    manifest: SHELL_PAGE,
    entry: entry.file,
    integrity: {
      manifest: integrity(path.join(outDir, SHELL_PAGE)),
      entry: integrity(path.join(outDir, entry.file)),
    },
    paths: [],
    nav: [],
    preload: inPage
      .filter((file) => file !== entry)
      .map(({ file }) => ({ file, integrity: integrity(path.join(outDir, file)) })),
    parts: fs.readdirSync(outDir).filter((file) => /\.(js|css|woff2)$/.test(file)),
  });
  const offers = await shellOffers(directory, Object.keys(sharedSingletons(directory)));
  // For the product to compare with what an area needs before it takes its release.
  fs.writeFileSync(path.join(outDir, SHARED_FILE), `${JSON.stringify(offers.shared)}\n`);
  writeSurfaces(outDir, { uses: await usesOf(directory, outDir), offers });
}
