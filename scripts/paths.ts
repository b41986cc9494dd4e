import path from 'node:path';

/** The checkout. */
export const ROOT = path.resolve(import.meta.dirname, '..');

/** Where everything that outlives a run is kept; a relative DATA_DIR counts from the checkout. */
export function dataDirectory(env: NodeJS.ProcessEnv = process.env): string {
  return path.resolve(ROOT, env['DATA_DIR'] || '.data');
}
