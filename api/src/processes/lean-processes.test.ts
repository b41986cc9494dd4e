import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = path.dirname(import.meta.dirname);

/** What a module has loaded before its first line runs, packages by their names. */
function loadedBy(file: string, known = new Set<string>()): Set<string> {
  known.add(file);
  for (const [, from = ''] of fs
    .readFileSync(file, 'utf8')
    .matchAll(/^(?:import|export) (?!type )[^;]*?'([^']+)';/gm)) {
    const found = from.startsWith('.') ? path.resolve(path.dirname(file), from) : from;
    if (known.has(found)) continue;
    if (from.startsWith('.')) loadedBy(found, known);
    else known.add(found);
  }
  return known;
}

test.each([
  'features/media/draw-picture.process.ts',
  'features/sheets/read-file.process.ts',
  'features/sheets/read-file.worker.ts',
  'features/sources/reading/read-text.process.ts',
  'features/sources/reading/read-text.worker.ts',
])('%s makes no schemas, which takes longer than most files: one is started for each file', (file) => {
  const loaded = Array.from(loadedBy(path.join(SOURCES, file)));
  expect(loaded.length).toBeGreaterThan(2);
  expect(loaded.filter((name) => /^zod\b/.test(name))).toEqual([]);
});
