import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import pMap from 'p-map';
import { withFileLock } from './file-lock.mjs';
import { inputHash } from './build/input-hash.ts';
import { fail } from './lifecycle.ts';
import { frontEndNames } from './packages.ts';
import { ROOT } from './paths.ts';

const AT_ONCE = 2;

/**
 * Builds the front-end packages whose inputs changed since their last build; says one line for each that it builds.
 * @throws Error with the builder's own output when a package does not build
 */
export async function ensureBuilt(names: readonly string[] = frontEndNames()): Promise<void> {
  if (names.every(isCurrent)) return;
  assertWritable();
  await withFileLock(path.join(ROOT, 'node_modules/.pagecast-building'), async () => {
    const changed = names.filter((name) => !isCurrent(name));
    await pMap(changed, buildOne, { concurrency: AT_ONCE });
  });
}

/** @throws Error with a plain message where the checkout is somebody else's, or read-only */
function assertWritable(): void {
  try {
    fs.accessSync(path.join(ROOT, 'node_modules'), fs.constants.W_OK);
  } catch {
    throw new Error(
      'The screens are not built yet, and cannot be here: run `npm run build` as the owner of this folder.',
    );
  }
}

function isCurrent(name: string): boolean {
  const stamp = path.join(ROOT, name, 'dist/.inputs');
  return fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === inputHash(path.join(ROOT, name));
}

async function buildOne(name: string): Promise<void> {
  console.error(`Building ${name}…`);
  const child = spawn(path.join(ROOT, name, 'node_modules/.bin/rspack'), ['build'], {
    cwd: path.join(ROOT, name),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${name} does not build:\n${output.trim()}`);
}

if (import.meta.main) {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !frontEndNames().includes(name));
  if (unknown !== undefined)
    fail(`There is no front-end package ${unknown}: choose among ${frontEndNames().join(', ')}.`);
  await ensureBuilt(names.length > 0 ? names : undefined).catch((error: Error) => fail(error.message));
}
