import { createHash, type Hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.ts';

/** What every front-end build depends on beside its own folder. */
const SHARED_INPUTS = ['api/package.json', 'api/src/contract', 'pnpm-lock.yaml', 'scripts/build'];
const KIT_INPUTS = ['shell/package.json', 'shell/src/kit'];

/** A hash over everything that decides the bytes of a package's build: equal hashes, equal builds. */
export function inputHash(name: string): string {
  const hash = createHash('sha256').update(name);
  for (const input of inputsOf(name)) addTo(hash, input);
  return hash.digest('hex');
}

/** A release's own name among those of its version. */
export function buildIdOf(hash: string): string {
  return hash.slice(0, 8);
}

/** The files and folders of the checkout that a package is built from. */
export function inputsOf(name: string): string[] {
  const own = ['package.json', 'rspack.config.ts', 'src'].map((part) => path.join(name, part));
  return [...own, ...SHARED_INPUTS, ...(name === 'shell' ? [] : KIT_INPUTS)];
}

function addTo(hash: Hash, relative: string): void {
  const absolute = path.join(ROOT, relative);
  const stat = fs.statSync(absolute, { throwIfNoEntry: false });
  if (stat === undefined || isTest(relative)) return;
  if (stat.isDirectory()) {
    for (const entry of fs.readdirSync(absolute).sort()) addTo(hash, `${relative}/${entry}`);
    return;
  }
  hash.update(`\0${relative}\0${stat.size}\0`).update(fs.readFileSync(absolute));
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.endsWith('/kit/testing.tsx');
}
