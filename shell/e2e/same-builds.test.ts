import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Ajv, type ValidateFunction } from 'ajv';
import { afterAll, expect, test } from 'vitest';
import { frontEndNames, remoteNames } from '../../scripts/packages.ts';
import { ROOT } from '../../scripts/paths.ts';
import { partsList } from '../../scripts/release/parts-list.ts';
import { copyTree, lendPackages } from '../../scripts/testing/copy-of-tree.ts';

/** Of another depth and length than this checkout. */
const parent = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-same-')));
const checkout = path.join(parent, 'another/place/of/the-same-sources');
afterAll(() => fs.rmSync(parent, { recursive: true }));

/** Styles have no map, and of a function that does nothing the minifier leaves no place. */
const WITHOUT_PLACE = ['tailwindcss', 'devlop'];
/** In the shell's first file, which has no map either. */
const FIRST_OF_SHELL = [
  '@fontsource-variable/inter',
  '@tanstack/query-core',
  '@tanstack/react-query',
  'clsx',
  'react',
  'react-dom',
  'react-router',
  'scheduler',
];

/** Every file of a build with its hash. */
function filesOf(root: string, name: string): Record<string, string> {
  const dist = path.join(root, name, 'dist');
  const files = fs.readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(dist, file), createHash('sha256').update(fs.readFileSync(file)).digest('hex')]),
  );
}

/** A clone has its packages in its own folder: they are the same files here where the disk is one. */
async function ownPackages(): Promise<void> {
  const [installed, own] = [path.join(ROOT, 'node_modules'), path.join(checkout, 'node_modules')];
  fs.rmSync(own);
  const copy = (how: string) => promisify(execFile)('cp', [how, installed, own]);
  await copy('-al').catch(async () => {
    fs.rmSync(own, { recursive: true, force: true });
    await copy('-a');
  });
}

/** Half of a build is to compress, which the bytes decide: what this build has the same is not compressed once more. */
function lendCompressed(name: string): void {
  fs.cpSync(path.join(ROOT, name, 'dist'), path.join(checkout, name, 'dist'), {
    recursive: true,
    // What says of which sources it was made: the copy has none, so all of it is built.
    filter: (file) => path.basename(file) !== '.inputs',
  });
}

test('shell and areas are the same bytes, whichever folder they are built in', async () => {
  copyTree(checkout);
  await ownPackages();
  for (const name of remoteNames()) lendPackages(name, checkout, name);
  for (const name of frontEndNames()) lendCompressed(name);
  await promisify(execFile)(process.execPath, ['scripts/build.ts'], { cwd: checkout });
  for (const name of frontEndNames()) expect([name, filesOf(checkout, name)]).toEqual([name, filesOf(ROOT, name)]);
});

test.each(frontEndNames())('the list of parts of %s has what stands in its files, and is CycloneDX 1.6', (name) => {
  const dist = path.join(ROOT, name, 'dist');
  const build = { name: name.replaceAll('-', '_'), version: '1.0.0', dist };
  const text = partsList(path.join(ROOT, name), build);
  expect(partsList(path.join(ROOT, name), build)).toBe(text);
  const list = JSON.parse(text) as { components: { purl: string; scope: string }[] };
  const isCycloneDx = cycloneDx();
  expect([isCycloneDx(list), isCycloneDx.errors]).toEqual([true, null]);
  expect(isCycloneDx({ ...list, components: [{ name: 'react' }] })).toBe(false);
  const nameOf = ({ purl }: { purl: string }) => decodeURIComponent(/^pkg:npm\/(.+)@/.exec(purl)?.[1] ?? purl);
  const named = list.components.map(nameOf);
  const inFiles = list.components.filter(({ scope }) => scope === 'required').map(nameOf);
  // The bundler's list, against the maps of what it wrote: nothing is missing, and all else stands where no map is.
  const mapped = packagesIn(dist);
  expect(mapped.filter((part) => !inFiles.includes(part))).toEqual([]);
  const known = [...WITHOUT_PLACE, ...(name === 'shell' ? FIRST_OF_SHELL : [])];
  const others = inFiles.filter((part) => !mapped.includes(part));
  expect(others.filter((part) => !known.includes(part))).toEqual([]);
  // What builds them is named as such; nothing of the server or of the tests is.
  expect(inFiles).toEqual(expect.arrayContaining(['react', 'tailwindcss']));
  // A remote is a container without any of it.
  expect(inFiles.some((part) => part.startsWith('@module-federation/'))).toBe(name === 'shell');
  expect(inFiles).not.toContain('@rspack/core');
  expect(named).toContain('@rspack/core');
  for (const other of ['knex', 'koa', 'vitest', 'playwright-core', 'zod']) expect(named).not.toContain(other);
});

/** The packages that scripts of a build have code of, as source maps say. */
function packagesIn(dist: string): string[] {
  const sources = fs
    .readdirSync(dist)
    .filter((file) => file.endsWith('.js.map'))
    .flatMap((file) => (JSON.parse(fs.readFileSync(path.join(dist, file), 'utf8')) as { sources: string[] }).sources);
  const names = sources.flatMap((source) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []);
  expect(names).toContain('lucide-react');
  return [...new Set(names)];
}

/** By the schema that comes with the library which writes the lists. */
function cycloneDx(): ValidateFunction {
  const folder = path.join(ROOT, 'node_modules/@cyclonedx/cyclonedx-library/res/schema');
  const schemaOf = (file: string) => JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8')) as { $id?: string };
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const file of ['spdx.SNAPSHOT.schema.json', 'jsf-0.82.SNAPSHOT.schema.json'])
    ajv.addSchema({ ...schemaOf(file), $id: `http://cyclonedx.org/schema/${file}` });
  return ajv.compile(schemaOf('bom-1.6.SNAPSHOT.schema.json'));
}
