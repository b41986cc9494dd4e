import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ROOT } from '../paths.ts';
import { runTool } from '../step.ts';
import { RENAMED } from './packages.ts';

const OUT = path.join(ROOT, 'node_modules/.cache/pack');
const SPECIFIER = /((?:\bfrom|\bimport|\bresolve)\s*\(?\s*)(['"])([^'"\n]+)\2/g;
const { markPure } = createRequire(import.meta.url)('../build/pure-contract.cjs') as {
  markPure(source: string): string;
};

/** A file of a package: its text as others read it, and what it asks for. */
export interface Compiled {
  readonly text: string;
  /** Relative ones lead to sources here. */
  readonly asksFor: readonly string[];
}

/**
 * Compiles sources of this checkout, and all that they lead to, to JavaScript with types.
 * @throws Error with what the compiler says
 */
export async function compile(sources: readonly string[]): Promise<void> {
  fs.rmSync(OUT, { recursive: true, force: true });
  fs.mkdirSync(OUT, { recursive: true });
  const here = (file: string) => path.join(ROOT, file);
  const config = {
    extends: here('scripts/tsconfig.base.json'),
    compilerOptions: {
      noEmit: false,
      incremental: false,
      tsBuildInfoFile: null,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2022',
      lib: ['esnext', 'dom', 'dom.iterable'],
      jsx: 'react-jsx',
      types: ['node'],
      // The checks of this checkout have been here before.
      noCheck: true,
      rootDir: ROOT,
      outDir: OUT,
    },
    files: [...sources.filter((file) => !file.endsWith('.css')), 'shell/src/kit/css-modules.d.ts'].map(here),
  };
  fs.writeFileSync(path.join(OUT, 'tsconfig.json'), JSON.stringify(config));
  const { code, output } = await runTool('tsc', ['-p', path.join(OUT, 'tsconfig.json'), '--pretty', 'false']);
  if (code !== 0) throw new Error(output.trim());
}

/**
 * The compiled files of a source, by their names in place of its: `a.js` and `a.d.ts` of `a.ts`. What is not compiled
 * stays as it is.
 * @param source relative to the checkout
 */
export function compiledFiles(source: string): Map<string, Compiled> {
  const base = source.replace(/\.tsx?$/, '');
  if (base === source) return new Map([[source, rewritten(fs.readFileSync(path.join(ROOT, source), 'utf8'))]]);
  const files = [`${base}.js`, `${base}.d.ts`].filter((file) => fs.existsSync(path.join(OUT, file)));
  return new Map(
    files.map((file) => {
      const text = fs.readFileSync(path.join(OUT, file), 'utf8');
      return [file, rewritten(source.startsWith('api/src/contract/') && file.endsWith('.js') ? markPure(text) : text)];
    }),
  );
}

function rewritten(text: string): Compiled {
  const asksFor: string[] = [];
  const result = text.replaceAll(SPECIFIER, (_, before: string, quote: string, asked: string) => {
    asksFor.push(RENAMED[asked] ?? asked);
    const now = asked.startsWith('.') ? asked.replace(/\.tsx?$/, '.js') : (RENAMED[asked] ?? asked);
    return `${before}${quote}${now}${quote}`;
  });
  return { text: result, asksFor };
}
