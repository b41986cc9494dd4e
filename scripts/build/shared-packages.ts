import fs from 'node:fs';
import path from 'node:path';
import type { FederationManifest } from './unlisted-chunks.ts';

/** Beside a shell's page: what it shares with areas. */
const SHARED_FILE = 'shared.json';

/**
 * Writes the versions that a shell shares, as `{"react": "19.3.1"}`, for the product to compare with what an area needs
 * before it takes its release. A build without federation shares nothing.
 */
export function writeShared(outDir: string): void {
  const manifest = path.join(outDir, 'mf-manifest.json');
  if (!fs.existsSync(manifest)) return;
  const { shared } = JSON.parse(fs.readFileSync(manifest, 'utf8')) as FederationManifest;
  // In an order of their own: the bundler's differs from build to build.
  const inOrder = shared.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const versions = Object.fromEntries(inOrder.map(({ name, version }) => [name, version]));
  fs.writeFileSync(path.join(outDir, SHARED_FILE), `${JSON.stringify(versions)}\n`);
}
