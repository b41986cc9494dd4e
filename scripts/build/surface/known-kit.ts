import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { installedPackage } from '../installed-package.ts';
import { CONTRACT, kitEntry, exportedFile } from './kit-place.ts';
import { kitProgram, type KitShapes } from './kit-program.ts';

/** Raised when types are described in another way. */
const FORM = 3;
/** What else decides what the types of the kit are. */
const PACKAGES = ['@types/react', '@tanstack/react-query', 'zod', 'typescript'];

/**
 * The kit that the package in `directory` is built with. To read it takes a second of a processor, and all packages of
 * this checkout ask the same.
 */
export function kitShapes(directory: string): KitShapes {
  const entry = kitEntry(directory);
  if (entry.includes(`${path.sep}node_modules${path.sep}`)) return read(entry);
  const key = keyOf(entry, directory);
  const file = path.join(entry.slice(0, entry.lastIndexOf('/src/')), 'node_modules/.cache/kit-shapes.json');
  const known = fs.existsSync(file)
    ? (JSON.parse(fs.readFileSync(file, 'utf8')) as { key: string; of: KitShapes })
    : null;
  if (known?.key === key) return known.of;
  const of = read(entry);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(`${file}.${process.pid}`, JSON.stringify({ key, of }));
  fs.renameSync(`${file}.${process.pid}`, file);
  return of;
}

function read(entry: string): KitShapes {
  const program = kitProgram(entry);
  try {
    return program.shapes();
  } finally {
    program.close();
  }
}

function keyOf(entry: string, directory: string): string {
  const versions = PACKAGES.map((name) => installedPackage(name, directory)?.manifest.version ?? null);
  const hash = createHash('sha256').update(JSON.stringify([FORM, versions]));
  for (const folder of [path.dirname(entry), path.dirname(exportedFile(directory, CONTRACT, 'types'))])
    for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
      if (/\.tsx?$/.test(name)) hash.update(`\0${name}\0`).update(fs.readFileSync(path.join(folder, name)));
  return hash.digest('hex');
}
