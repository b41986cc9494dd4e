import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { contractShapes, type Contract } from '../../../api/src/surfaces/contract-shapes.ts';
import type { Shape } from '../../../api/src/surfaces/shape.ts';
import { installedPackage } from '../installed-package.ts';

const require = createRequire(import.meta.url);

/** As they are asked for here, and by areas in repositories of their own. */
export const KIT = ['shell/kit', 'kit'].map((name) => `@pagecast/${name}`);
export const CONTRACT = ['api/contract', 'contract'].map((name) => `@pagecast/${name}`);

/** The source, or the types, that an area's imports of the kit lead to; the shell's own kit for the shell. */
export function kitEntry(directory: string): string {
  const own = path.join(directory, 'src/kit/index.ts');
  return fs.existsSync(own) ? own : exportedFile(directory, KIT, 'types');
}

/** The calls of the contract that an area is built with, and what it exports beside its types. */
export async function contractOf(directory: string): Promise<{ calls: Record<string, Shape>; names: string[] }> {
  const file = exportedFile(directory, CONTRACT, 'default');
  const contract = (await import(pathToFileURL(file).href)) as Contract;
  return { calls: contractShapes(contract), names: Object.keys(contract).sort() };
}

/** Custom properties of CSS that areas take from the page: those of the kit's theme, and Tailwind's that it keeps. */
export function themeTokens(directory: string): string[] {
  const own = definedIn(path.join(path.dirname(kitEntry(directory)), 'theme.css'));
  const general = definedIn(require.resolve('tailwindcss/theme.css')).filter((name) => !name.startsWith('--color-'));
  return [...new Set([...own, ...general])].sort();
}

const definedIn = (file: string): string[] =>
  [...fs.readFileSync(file, 'utf8').matchAll(/(--[\w-]+)\s*:/g)].map(([, name = '']) => name);

/** Where a package leads that is asked for by one of `names`. @throws Error where there is none of them */
export function exportedFile(directory: string, names: readonly string[], as: 'types' | 'default'): string {
  for (const asked of names) {
    const [scope = '', name = '', ...rest] = asked.split('/');
    const found = installedPackage(`${scope}/${name}`, directory);
    const target = found?.manifest.exports?.[['.', ...rest].join('/')];
    if (found === null || target === undefined) continue;
    return path.join(found.folder, typeof target === 'string' ? target : (target[as] ?? target.default));
  }
  throw new Error(`${directory} has neither ${names.join(' nor ')}: install it.`);
}
