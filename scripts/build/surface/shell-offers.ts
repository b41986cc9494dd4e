import fs from 'node:fs';
import path from 'node:path';
import type { Surface } from '../../../api/src/surfaces/surface.ts';
import { installedPackage } from '../installed-package.ts';
import { packageOf } from './build-uses.ts';
import { contractOf, themeTokens } from './kit-place.ts';
import { kitShapes } from './known-kit.ts';

const SIGNAL = /'(pagecast:[\w-]+)'/g;
const SHOWN = /\.tsx?$/;

/**
 * What the shell offers areas, by its sources: the kit that comes with it, the host that it is, and what it shares.
 * @param directory of the shell
 * @param shared modules that it brings for every area, such as `react/`
 */
export async function shellOffers(directory: string, shared: readonly string[]): Promise<Surface> {
  return {
    ...kitShapes(directory),
    contract: (await contractOf(directory)).names,
    signals: signalsIn(path.join(directory, 'src')),
    tokens: themeTokens(directory),
    shared: versionsOf(directory, shared),
  };
}

function signalsIn(folder: string): string[] {
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => SHOWN.test(file));
  const texts = files.map((file) => fs.readFileSync(path.join(folder, file), 'utf8'));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(SIGNAL)].map(([, name = '']) => name)))].sort();
}

function versionsOf(directory: string, shared: readonly string[]): Record<string, string> {
  const names = [...new Set(shared.map(packageOf))].sort();
  const found = names.map((name) => [name, installedPackage(name, directory)?.manifest.version] as const);
  return Object.fromEntries(found.filter((one): one is [string, string] => one[1] !== undefined));
}
