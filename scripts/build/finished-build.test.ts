import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { rspack } from '@rspack/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { frontEndNames } from '../packages.ts';
import { ROOT } from '../paths.ts';
import { FinishedBuild } from './finished-build.ts';

let parent: string;
let directory: string;
beforeEach(() => {
  parent = fs.mkdtempSync(path.join(tmpdir(), 'pagecast-build-'));
  directory = path.join(parent, 'shell');
  fs.mkdirSync(path.join(directory, 'dist'), { recursive: true });
  fs.writeFileSync(path.join(directory, 'dist/last-good.js'), '');
});
afterEach(() => fs.rmSync(parent, { recursive: true, force: true }));

interface How {
  readonly source?: string;
  readonly mode?: 'production' | 'development';
  readonly outDir?: string;
}

async function build({
  source = 'console.log(1);',
  mode = 'production',
  outDir = `dist.${process.pid}.new`,
}: How): Promise<void> {
  fs.writeFileSync(path.join(directory, 'main.js'), source);
  const compiler = rspack({
    mode,
    context: directory,
    entry: './main.js',
    output: { path: path.join(directory, outDir) },
    plugins: [new FinishedBuild(directory, 'the hash of its inputs', () => {})],
  });
  await new Promise<void>((resolve, reject) => {
    compiler.run((error) => {
      compiler.close(() => {});
      if (error) reject(error);
      else resolve();
    });
  });
}

const folders = () => fs.readdirSync(directory).filter((name) => name !== 'main.js');
const filesIn = (folder: string) => fs.readdirSync(path.join(directory, folder)).sort();

test('a finished build takes the place of the one before, and says what it was made of', async () => {
  await build({});
  expect(folders()).toEqual(['dist']);
  expect(filesIn('dist')).toEqual(['.inputs', '.packages.json', 'main.js']);
  expect(fs.readFileSync(path.join(directory, 'dist/.inputs'), 'utf8')).toBe('the hash of its inputs');
});

test('a file that is the same as in the build before is not compressed once more, and another one is', async () => {
  const say = (what: string) => `console.log('${what.repeat(300)}');`;
  const compressed = path.join(directory, 'dist/main.js.br');
  await build({ source: say('a') });
  fs.writeFileSync(compressed, 'known');
  await build({ source: say('a') });
  expect(fs.readFileSync(compressed, 'utf8')).toBe('known');
  await build({ source: say('b') });
  expect(brotliDecompressSync(fs.readFileSync(compressed)).toString()).toContain('bbb');
});

test('a build that fails leaves the last good one where it was, and nothing beside it', async () => {
  await build({ source: "import './missing.js';" });
  expect(folders()).toEqual(['dist']);
  expect(filesIn('dist')).toEqual(['last-good.js']);
});

test('what a killed builder left goes, and what a living one writes stays', async () => {
  for (const name of ['dist.999999999.new', `dist.${process.ppid}.new`]) fs.mkdirSync(path.join(directory, name));
  await build({});
  expect(folders()).toEqual(['dist', `dist.${process.ppid}.new`]);
});

test('a build for development is never taken for a current one', async () => {
  await build({ mode: 'development' });
  expect(filesIn('dist')).not.toContain('.inputs');
});

test('a folder that somebody names gets the build and stays', async () => {
  await build({ outDir: 'elsewhere' });
  expect(folders()).toEqual(['dist', 'elsewhere']);
  expect(filesIn('elsewhere')).toEqual(['.inputs', '.packages.json', 'main.js']);
});

test.each(frontEndNames())("%s is built and served by rspack's own commands", (name) => {
  const { scripts } = JSON.parse(fs.readFileSync(path.join(ROOT, name, 'package.json'), 'utf8')) as {
    scripts: unknown;
  };
  expect(scripts).toMatchObject({ build: 'rspack build', dev: 'rspack dev' });
});
