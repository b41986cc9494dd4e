import path from 'node:path';
import { ROOT } from './paths.ts';

/**
 * What to run for a program of this checkout: its source, or in tests the one file that was made of it (see
 * `build/programs.ts`).
 * @param program by its path in the checkout, such as `api/src/main.ts`
 */
export function programFile(program: string): string {
  const made = process.env['TEST_PROGRAMS'];
  return made ? path.join(made, nameOf(program)) : path.join(ROOT, program);
}

/** Without folders: all of them lie in one. */
export const nameOf = (program: string): string => program.replaceAll('/', '-').replace(/\.ts$/, '.mjs');
