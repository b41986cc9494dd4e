import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { buildInputs } from './build-inputs.ts';

/** Of a package.json, what a build depends on beside the packages that are installed. */
const DECIDING = ['name', 'version', 'type', 'sideEffects', 'exports'] as const;

/**
 * A hash over everything that decides the bytes of a package's build: its sources, those of kit, contract and build
 * that they lead to, and the packages that these import, each with its own. Equal hashes, equal builds, in whichever
 * folder. What others install, and tools of tests, are no part of it.
 */
export function inputHash(directory: string): string {
  const { files, packages } = buildInputs(directory);
  const hash = createHash('sha256').update(JSON.stringify([decidingFields(directory), packages]));
  for (const file of files) {
    const content = fs.readFileSync(file);
    const name = path.relative(directory, file).replaceAll(path.sep, '/');
    hash.update(`\0${name}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** A release's own name among those of its version. */
export function buildIdOf(hash: string): string {
  return hash.slice(0, 8);
}

function decidingFields(directory: string): unknown[] {
  const manifest = JSON.parse(fs.readFileSync(path.join(directory, 'package.json'), 'utf8')) as Record<string, unknown>;
  return DECIDING.map((field) => manifest[field] ?? null);
}
