import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { RELEASE_DESCRIPTION } from '../../api/src/contract/releases.ts';
import { CONTRACT_VERSION, PLAIN_MANIFEST } from '../../api/src/contract/remotes.ts';
import type { ReleaseFile } from '../../api/src/features/remotes/built-release.ts';
import { areaIn, areaName, containerName } from './area-package.ts';
import { ENTRY, EXPOSED } from './container-manifest.ts';
import { packageManifest } from './installed-package.ts';
import { usesOf } from './surface/build-uses.ts';
import { writeSurfaces } from './surface/write-surfaces.ts';

const compress = promisify(brotliCompress);
/** Not the page: it is filled in for each visitor. */
const COMPRESSED = /\.(js|css|json|svg)$/;
/** Below this a compressed answer saves no packet. */
const SMALLEST_COMPRESSED = 256;

/** Writes `release.json` beside the files of a remote that was just built. */
export async function writeRelease(directory: string, outDir: string, buildId: string): Promise<void> {
  const { paths, nav } = areaIn(directory);
  const name = containerName(areaName(directory));
  const release: ReleaseFile = {
    name,
    version: `${packageManifest(directory).version}-${buildId}`,
    contract: CONTRACT_VERSION,
    manifest: PLAIN_MANIFEST,
    entry: ENTRY,
    integrity: {
      manifest: integrity(path.join(outDir, PLAIN_MANIFEST)),
      entry: integrity(path.join(outDir, ENTRY)),
    },
    paths: [...paths],
    nav: [...nav],
    preload: exposedFiles(outDir).map((file) => ({ file, integrity: integrity(path.join(outDir, file)) })),
  };
  writeDescription(outDir, release);
  writeSurfaces(outDir, { uses: await usesOf(directory, outDir) });
}

export function writeDescription(outDir: string, release: ReleaseFile): void {
  fs.writeFileSync(path.join(outDir, RELEASE_DESCRIPTION), `${JSON.stringify(release, null, 2)}\n`);
}

/**
 * Puts a `.br` beside every text file, at the best and slowest quality: it is done once and served for as long as the
 * build lives.
 * @param before a build whose compressed files serve those that are the same: to make them is half of a build
 */
export async function compressAll(outDir: string, before: string | null = null): Promise<void> {
  for (const file of fs.readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
    const absolute = path.join(outDir, file);
    if (!COMPRESSED.test(file) || fs.statSync(absolute).size < SMALLEST_COMPRESSED) continue;
    const plain = fs.readFileSync(absolute);
    const known = before === null ? null : compressedBefore(path.join(before, file), plain);
    fs.writeFileSync(`${absolute}.br`, known ?? (await compressed(plain)));
  }
}

function compressedBefore(file: string, plain: Buffer): Buffer | null {
  const isSame = fs.existsSync(`${file}.br`) && fs.existsSync(file) && fs.readFileSync(file).equals(plain);
  return isSame ? fs.readFileSync(`${file}.br`) : null;
}

const compressed = (plain: Buffer): Promise<Buffer> =>
  compress(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  });

/** The files of the exposed module: its chunk and its styles. */
function exposedFiles(outDir: string): string[] {
  return fs.readdirSync(outDir).filter((file) => file.startsWith(`${EXPOSED}.`) && /\.(js|css)$/.test(file));
}

/** As in pages and in the registry. */
export function integrity(file: string): string {
  return `sha384-${createHash('sha384').update(fs.readFileSync(file)).digest('base64')}`;
}
