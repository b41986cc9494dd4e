import fs from 'node:fs';
import path from 'node:path';
import { PLAIN_MANIFEST } from '../../../api/src/contract/remotes.ts';
import { CALL_PARTS } from '../../../api/src/surfaces/contract-shapes.ts';
import type { Shape } from '../../../api/src/surfaces/shape.ts';
import type { Surface } from '../../../api/src/surfaces/surface.ts';
import { trimmed } from '../../../api/src/surfaces/trim-shape.ts';
import type { FederationManifest } from '../unlisted-chunks.ts';
import { CONTRACT, contractOf, KIT, themeTokens } from './kit-place.ts';
import { kitShapes } from './known-kit.ts';
import { mentionsIn, type Mentions } from './mentions.ts';

/** What a call looks like in what is built: nothing shortens the names of its fields. */
const CALL = /method:\s*["'`]([A-Z]+)["'`],\s*path:\s*["'`](\/api\/[^"'`]+)["'`]/g;
const STREAM = /["'`](\/api\/events)["'`]/;
const SIGNAL = /["'`](pagecast:[\w-]+)["'`]/g;
const TOKEN = /var\((--[\w-]+)/g;
const CODE = /\.tsx?$/;
const UNBUILT = /\.test\.tsx?$|(^|[/\\])testing\.tsx?$|\.d\.ts$/;
const KIT_SOURCE = /\/kit\/|@pagecast\/kit\//;
const INSTALLED = /node_modules\/(?!@pagecast\/)/;

/**
 * What a finished build uses of kit, host, contract and shell, as these were when it was built.
 * @param directory of an area, or of the shell
 * @param outDir its build, with its source maps
 */
export async function usesOf(directory: string, outDir: string): Promise<Surface> {
  const own = mentionsIn(ownSources(directory));
  const built = mentionsIn(kitSources(outDir));
  const code = textOf(outDir, /\.js$/);
  const contract = await contractOf(directory);
  const mentions = new Set([...own.fields, ...built.fields, ...CALL_PARTS]);
  const manifest = path.join(outDir, PLAIN_MANIFEST);
  return {
    ...kitUses(directory, own, mentions),
    calls: callUses(contract.calls, code, mentions),
    contract: named(own, CONTRACT, contract.names),
    signals: found(code, SIGNAL),
    tokens: tokensOf(directory, outDir),
    ...(fs.existsSync(manifest) && { shared: sharedIn(manifest) }),
  };
}

/** Of the kit what the package's own code asks for and names; of the host what the kit in its bundle names, too. */
function kitUses(directory: string, own: Mentions, mentions: ReadonlySet<string>): Pick<Surface, 'kit' | 'host'> {
  const { kit, host } = kitShapes(directory);
  const used = named(own, KIT, Object.keys(kit)).map(
    (name) => [name, trimmed(kit[name] ?? 'unknown', own.fields, 'given')] as const,
  );
  return { kit: Object.fromEntries(used), host: trimmed(host, mentions, 'given') };
}

function callUses(
  shapes: Readonly<Record<string, Shape>>,
  code: string,
  mentions: ReadonlySet<string>,
): Record<string, Shape> {
  const made = [...code.matchAll(CALL)].map(([, method, address]) => `${method} ${address}`);
  const stream = STREAM.exec(code);
  const all = new Set([...made, ...(stream === null ? [] : [`GET ${stream[1]}`])]);
  const known = Object.entries(shapes).filter(([name]) => all.has(name));
  return Object.fromEntries(known.map(([name, shape]) => [name, trimmed(shape, mentions, 'given')]));
}

/** Of what there is, the names that are imported. */
function named({ imports }: Mentions, modules: readonly string[], there: readonly string[]): string[] {
  const asked = new Set(modules.flatMap((module) => [...(imports.get(module) ?? [])]));
  return there.filter((name) => asked.has(name) || asked.has('*')).sort();
}

function tokensOf(directory: string, outDir: string): string[] {
  const there = new Set(themeTokens(directory));
  return found(textOf(outDir, /\.(css|js)$/), TOKEN).filter((name) => there.has(name));
}

function sharedIn(manifest: string): Record<string, string> {
  const { shared } = JSON.parse(fs.readFileSync(manifest, 'utf8')) as {
    shared: (FederationManifest['shared'][number] & { readonly requiredVersion?: unknown })[];
  };
  const ranges = shared.map(({ name, requiredVersion: range }) => [packageOf(name), range] as const);
  return Object.fromEntries(ranges.filter((one): one is [string, string] => typeof one[1] === 'string'));
}

export function packageOf(module: string): string {
  return module.split('/', module.startsWith('@') ? 2 : 1).join('/');
}

function ownSources(directory: string): string[] {
  const folder = path.join(directory, 'src');
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const code = files.filter((file) => CODE.test(file) && !UNBUILT.test(file) && !file.startsWith('kit/')).sort();
  return code.map((file) => fs.readFileSync(path.join(folder, file), 'utf8'));
}

/** The sources of the kit that are in a bundle, as its maps have them. */
function kitSources(outDir: string): string[] {
  const sources = new Set<string>();
  for (const file of fs.readdirSync(outDir).filter((name) => name.endsWith('.js.map'))) {
    const map = JSON.parse(fs.readFileSync(path.join(outDir, file), 'utf8')) as {
      sources: string[];
      sourcesContent?: string[];
    };
    for (const [n, source] of map.sources.entries())
      if (KIT_SOURCE.test(source) && !INSTALLED.test(source)) sources.add(map.sourcesContent?.[n] ?? '');
  }
  return [...sources];
}

function textOf(outDir: string, kind: RegExp): string {
  const files = fs.readdirSync(outDir).filter((file) => kind.test(file));
  return files.map((file) => fs.readFileSync(path.join(outDir, file), 'utf8')).join('\n');
}

function found(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort();
}
