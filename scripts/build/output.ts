import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { SHELL_PAGE } from '../../api/src/contract/releases.ts';
import { CONTRACT_VERSION, SHELL } from '../../api/src/contract/remotes.ts';
import { DESCRIPTION, type ReleaseFile } from '../../api/src/features/remotes/built-release.ts';
import { filesOfPage } from '../../api/src/features/remotes/page-files.ts';
import { areaIn, areaName, containerName } from './area-package.ts';
import { packageManifest } from './installed-package.ts';
import type { FederationManifest } from './unlisted-chunks.ts';

const compress = promisify(brotliCompress);
/** Not the page: it is filled in for each visitor. */
const COMPRESSED = /\.(js|css|json|svg)$/;
/** Below this a compressed answer saves no packet. */
const SMALLEST_COMPRESSED = 256;

/** Writes `release.json` beside the files of a remote that was just built. */
export function writeRelease(directory: string, outDir: string, buildId: string): void {
  const { paths, nav } = areaIn(directory);
  const preload = exposedFiles(outDir);
  const release: ReleaseFile = {
    name: containerName(areaName(directory)),
    version: `${packageManifest(directory).version}-${buildId}`,
    contract: CONTRACT_VERSION,
    manifest: 'mf-manifest.json',
    entry: 'remoteEntry.js',
    integrity: {
      manifest: integrity(path.join(outDir, 'mf-manifest.json')),
      entry: integrity(path.join(outDir, 'remoteEntry.js')),
    },
    paths: [...paths],
    nav: [...nav],
    preload: preload.map((file) => ({ file, integrity: integrity(path.join(outDir, file)) })),
  };
  writeDescription(outDir, release);
}

/** Writes `release.json` beside the files of the shell that was just built. */
export function writeShellRelease(directory: string, outDir: string, buildId: string): void {
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
}

function writeDescription(outDir: string, release: ReleaseFile): void {
  fs.writeFileSync(path.join(outDir, DESCRIPTION), `${JSON.stringify(release, null, 2)}\n`);
}

/**
 * Puts a `.br` beside every text file, at the best and slowest quality: it is done once and served for as long as the
 * build lives.
 */
export async function compressAll(outDir: string): Promise<void> {
  for (const file of fs.readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
    const absolute = path.join(outDir, file);
    if (!COMPRESSED.test(file) || fs.statSync(absolute).size < SMALLEST_COMPRESSED) continue;
    const plain = fs.readFileSync(absolute);
    const options = {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    };
    fs.writeFileSync(`${absolute}.br`, await compress(plain, options));
  }
}

/** The files of the exposed module: its chunk and its styles. */
function exposedFiles(outDir: string): string[] {
  const { exposes } = JSON.parse(fs.readFileSync(path.join(outDir, 'mf-stats.json'), 'utf8')) as FederationManifest;
  return [...new Set(exposes.flatMap(({ assets }) => [...assets.js.sync, ...assets.css.sync]))];
}

function integrity(file: string): string {
  return `sha384-${createHash('sha384').update(fs.readFileSync(file)).digest('base64')}`;
}
