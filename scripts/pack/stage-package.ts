import fs from 'node:fs';
import path from 'node:path';
import { packageManifest } from '../build/installed-package.ts';
import { ROOT } from '../paths.ts';
import { compiledFiles, type Compiled } from './compile.ts';
import type { PackedPackage } from './packages.ts';
import { versionsOf } from './versions.ts';

/** Runs TypeScript without a build, as an area's `src/area.ts` is read. */
const NODE = '>=22.18';

/** Puts a package into a folder of its own under `staged`, ready for `npm pack`. @returns that folder */
export function stagePackage(one: PackedPackage, staged: string): string {
  const folder = path.join(staged, path.basename(one.name));
  const entries = [...Object.values(one.exports), ...Object.values(one.bin ?? {})];
  const files = filesOf(entries);
  const top = commonFolder([...files.keys()]);
  for (const [file, { text }] of files) put(path.join(folder, 'dist', path.relative(top, file)), text);
  put(path.join(folder, 'package.json'), `${JSON.stringify(manifestOf(one, files, top), null, 2)}\n`);
  put(path.join(folder, 'README.md'), `# ${one.name}\n\n${one.description}\n`);
  fs.copyFileSync(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'));
  if (one.name === '@pagecast/build') put(path.join(folder, 'tsconfig.json'), tsconfigOfAreas());
  return folder;
}

/** The compiled files that `entries` lead to, by their places in this checkout. */
function filesOf(entries: readonly string[]): Map<string, Compiled> {
  const found = new Map<string, Compiled>();
  // Types lead to types alone, and code to code: what only a type names need not come along.
  const add = (source: string, areTypes: boolean) => {
    for (const [file, compiled] of compiledFiles(source)) {
      if (found.has(file) || file.endsWith('.d.ts') !== areTypes) continue;
      found.set(file, compiled);
      for (const asked of compiled.asksFor)
        if (asked.startsWith('.')) add(sourceOf(path.join(path.dirname(source), asked)), areTypes);
    }
  };
  for (const entry of entries) for (const areTypes of [false, true]) add(entry, areTypes);
  return found;
}

/** Compiled code asks for `a.js` where the source is `a.ts`. */
function sourceOf(file: string): string {
  const candidates = [file, file.replace(/\.js$/, '.ts'), file.replace(/\.js$/, '.tsx')];
  return candidates.find((candidate) => fs.existsSync(path.join(ROOT, candidate))) ?? file;
}

function commonFolder(files: readonly string[]): string {
  const [first = [], ...others] = files.map((file) => path.dirname(file).split('/'));
  const differs = first.findIndex((part, n) => others.some((other) => other[n] !== part));
  return first.slice(0, differs === -1 ? first.length : differs).join('/');
}

function manifestOf(one: PackedPackage, files: ReadonlyMap<string, Compiled>, top: string): object {
  const placed = (source: string) => `./dist/${path.relative(top, source.replace(/\.tsx?$/, '.js'))}`;
  const typed = (source: string) => placed(source).replace(/\.js$/, '.d.ts');
  const optional = one.optionalPeers ?? [];
  const peers = [...(one.peers ?? []), ...optional];
  const dependencies = [...namesIn(files), ...(one.also ?? [])].filter((name) => !peers.includes(name));
  return {
    name: one.name,
    version: packageManifest(path.join(ROOT, one.of)).version,
    description: one.description,
    license: 'MIT',
    type: 'module',
    sideEffects: one.sideEffects ?? false,
    engines: { node: one.node ?? NODE },
    files: ['dist', 'tsconfig.json'],
    exports: {
      ...Object.fromEntries(
        Object.entries(one.exports).map(([asked, source]) => [
          asked,
          source.endsWith('.css') ? placed(source) : { types: typed(source), default: placed(source) },
        ]),
      ),
      ...(one.name === '@pagecast/build' && { './tsconfig.json': './tsconfig.json' }),
    },
    ...(one.bin && { bin: Object.fromEntries(Object.entries(one.bin).map(([name, file]) => [name, placed(file)])) }),
    dependencies: versionsOf(dependencies, one.of, ''),
    peerDependencies: versionsOf(peers, one.of, '^'),
    peerDependenciesMeta: Object.fromEntries(optional.map((name) => [name, { optional: true }])),
  };
}

/** Packages that files ask for and that are not among what they bring. */
function namesIn(files: ReadonlyMap<string, Compiled>): string[] {
  const asked = [...files.values()].flatMap(({ asksFor }) => asksFor);
  const names = asked
    .filter((name) => !/^(\.|node:)/.test(name))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
  return [...new Set(names)].sort();
}

/** The settings of the areas here, in one file. */
function tsconfigOfAreas(): string {
  const read = (file: string) =>
    JSON.parse(fs.readFileSync(path.join(ROOT, file), 'utf8')) as { compilerOptions: object };
  const { compilerOptions } = read('scripts/tsconfig.base.json');
  const merged = { ...compilerOptions, ...read('mf-dashboard/tsconfig.json').compilerOptions };
  return `${JSON.stringify({ compilerOptions: merged }, null, 2)}\n`;
}

function put(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}
