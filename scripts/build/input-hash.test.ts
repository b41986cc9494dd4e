import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { remoteNames } from '../packages.ts';
import { ROOT } from '../paths.ts';
import { buildInputs } from './build-inputs.ts';
import { inputHash } from './input-hash.ts';

let checkout: string;
beforeEach(() => {
  checkout = newCheckout();
});
afterEach(() => fs.rmSync(checkout, { recursive: true }));

const put = (file: string, text: string, folder = checkout) => {
  const to = path.join(folder, file);
  fs.mkdirSync(path.dirname(to), { recursive: true });
  fs.writeFileSync(to, text);
};
const install = (folder: string, name: string, version: string, dependencies = {}) =>
  put(`${folder}/node_modules/${name}/package.json`, JSON.stringify({ name, version, dependencies }));
const AREAS = ['mf-one', 'mf-two'];
const hashes = () => AREAS.map((area) => inputHash(path.join(checkout, area)));

/** Two areas that import a kit, which is linked; one of them draws. */
function newCheckout(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-inputs-')));
  put(
    'shell/package.json',
    JSON.stringify({ name: '@pagecast/shell', exports: { './kit': './kit/index.ts' } }),
    folder,
  );
  put('shell/kit/index.ts', "export * from './button.ts';", folder);
  put('shell/kit/button.ts', "import clsx from 'clsx';", folder);
  put('shell/app/router.ts', "import 'router';", folder);
  put('scripts/remote.ts', "import { rspack } from '@rspack/core';", folder);
  for (const area of AREAS) {
    put(`${area}/package.json`, JSON.stringify({ name: area, version: '1.0.0' }), folder);
    put(`${area}/rspack.config.ts`, "import { remoteConfig } from '../scripts/remote.ts';", folder);
    put(
      `${area}/src/remote.tsx`,
      "import { format } from 'date-fns';\nimport { Button } from '@pagecast/shell/kit';",
      folder,
    );
    fs.mkdirSync(path.join(folder, area, 'node_modules/@pagecast'), { recursive: true });
    fs.symlinkSync(path.join(folder, 'shell'), path.join(folder, area, 'node_modules/@pagecast/shell'));
  }
  put('mf-two/src/chart.tsx', "const plot = await import('uplot');", folder);
  return folder;
}

function installAll(): void {
  for (const area of AREAS) {
    install(area, 'date-fns', '4.4.0');
    install(area, 'vitest', '5.0.0');
  }
  install('mf-two', 'uplot', '1.6.0', { canvas: '^2.0.0' });
  install('mf-two', 'canvas', '2.0.0');
  install('shell', 'clsx', '2.1.1');
  install('shell', 'router', '7.0.0');
  install('.', '@rspack/core', '2.3.2');
}

describe('the hash of a build', () => {
  // Each in a checkout of its own, since what is installed is read once in a process.
  test.each<[string, () => void, boolean[]]>([
    ['another version of a package of one area', () => install('mf-one', 'date-fns', '4.3.0'), [true, false]],
    ['another version of what a package of one area needs', () => install('mf-two', 'canvas', '2.0.1'), [false, true]],
    ['another version of a package of the kit', () => install('shell', 'clsx', '2.2.0'), [true, true]],
    ['another version of a tool that builds', () => install('.', '@rspack/core', '2.3.3'), [true, true]],
    ['another version of a package of the shell alone', () => install('shell', 'router', '7.1.0'), [false, false]],
    ['another version of a tool of tests', () => install('mf-one', 'vitest', '5.0.1'), [false, false]],
    ['another lockfile', () => put('pnpm-lock.yaml', 'changed'), [false, false]],
    ['a source of one area', () => put('mf-one/src/screen.tsx', 'changed'), [true, false]],
    ['a test of one area', () => put('mf-one/src/screen.test.tsx', 'changed'), [false, false]],
    ['a part of the kit', () => put('shell/kit/card.ts', 'changed'), [true, true]],
    ['a part of the shell alone', () => put('shell/app/router.ts', 'changed'), [false, false]],
    ['the version of one area', () => put('mf-one/package.json', '{"name":"mf-one","version":"1.1.0"}'), [true, false]],
    ['the version of the shell', () => bumpShell(), [false, false]],
    ['the build of all', () => put('scripts/remote.ts', 'changed'), [true, true]],
    ['nothing', () => {}, [false, false]],
  ])('after %s', (_, change, changes) => {
    installAll();
    const before = hashes();
    const first = checkout;
    checkout = newCheckout();
    installAll();
    expect(hashes()).toEqual(before);
    fs.rmSync(checkout, { recursive: true });
    checkout = newCheckout();
    installAll();
    change();
    const after = hashes();
    expect(after.map((hash, n) => hash !== before[n])).toEqual(changes);
    fs.rmSync(first, { recursive: true });
  });
});

function bumpShell(): void {
  const file = path.join(checkout, 'shell/package.json');
  const manifest = JSON.parse(fs.readFileSync(file, 'utf8')) as object;
  fs.writeFileSync(file, JSON.stringify({ ...manifest, version: '2.0.0' }));
}

test.each(remoteNames())('%s is built from its own packages and those of the kit, and from no tests', (name) => {
  const { files, packages } = buildInputs(path.join(ROOT, name));
  const named = packages.map((one) => one.slice(0, one.lastIndexOf('@')));
  expect(named).toEqual(expect.arrayContaining(['react', '@base-ui/react', '@rspack/core', 'tailwindcss']));
  expect(named).not.toContain('react-router-dom');
  expect(named).not.toContain('vitest');
  expect(named.includes('uplot')).toBe(name === 'mf-dashboard');
  const relative = files.map((file) => path.relative(ROOT, file));
  expect(relative).toEqual(
    expect.arrayContaining([
      `${name}/src/remote.tsx`,
      'shell/src/kit/index.ts',
      'api/src/contract/index.ts',
      'scripts/build/no-schemas.cjs',
      'scripts/build/rspack.remote.ts',
    ]),
  );
  expect(relative.filter((file) => /\.test\.|rspack\.shell|shell\/src\/app|api\/src\/features/.test(file))).toEqual([]);
});
