/**
 * `npm run new-area -- "Post Ideas"`: makes the area mf-post-ideas, with a screen, its test, an icon and a README, and
 * installs what it needs. It passes every check as it is, and is live by its release alone.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fail } from './lifecycle.ts';
import { areaNameOf, placeAmong } from './new-area/area-name.ts';
import { areaOf, remoteNames } from './packages.ts';
import { ROOT } from './paths.ts';
import { runTool } from './step.ts';

const TEMPLATE = path.join(import.meta.dirname, 'new-area/template');
const UNFINISHED = path.join(ROOT, '.cache');
const PNPM = path.join(ROOT, '.toolchain/node_modules/pnpm/bin/pnpm.mjs');

try {
  const others = new Map(remoteNames().map((name) => [name, areaOf(name)]));
  // Without quotes, a name of several words comes in parts.
  const name = areaNameOf(process.argv.slice(2).join(' '), others);
  const folder = `mf-${name.slug}`;
  const { order, port } = placeAmong([...others.values()]);
  await make(folder, { ...name, order: String(order), port: String(port) });
  console.log(
    `${folder} is there, and serves /${name.slug}. See it with hot reload: npm run dev -- ${folder}\n` +
      `Check it: npm test -- ${folder}. Release it to the product that runs: npm run release -- ${folder}\n` +
      `Commit the folder with pnpm-lock.yaml.`,
  );
} catch (error) {
  fail((error as Error).message);
}

/** Whole, or not at all: what stops on the way leaves nothing. The next command installs what it needs. */
async function make(folder: string, values: Record<string, string>): Promise<void> {
  const to = path.join(ROOT, folder);
  if (fs.existsSync(to)) throw new Error(`There is a folder ${folder} already. Remove it, or choose another name.`);
  fs.mkdirSync(UNFINISHED, { recursive: true });
  const unfinished = fs.mkdtempSync(path.join(UNFINISHED, 'new-area-'));
  const lockfile = path.join(ROOT, 'pnpm-lock.yaml');
  const locked = fs.readFileSync(lockfile);
  try {
    write(unfinished, values);
    fs.renameSync(unfinished, to);
    await run('oxfmt', [to]);
    await run(process.execPath, [PNPM, 'install', '--lockfile-only', '--prefer-offline']);
  } catch (error) {
    fs.rmSync(to, { recursive: true, force: true });
    fs.writeFileSync(lockfile, locked);
    throw error;
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
}

/** The template's files without their `.txt`, with `{{slug}}` and the like filled in, in names too. */
function write(folder: string, values: Record<string, string>): void {
  const filled = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '');
  for (const file of fs.globSync('**/*.txt', { cwd: TEMPLATE })) {
    const to = path.join(folder, filled(file.replace(/\.txt$/, '')));
    fs.mkdirSync(path.dirname(to), { recursive: true });
    fs.writeFileSync(to, filled(fs.readFileSync(path.join(TEMPLATE, file), 'utf8')));
  }
}

async function run(tool: string, args: readonly string[]): Promise<void> {
  const { code, output } = await runTool(tool, args);
  if (code !== 0)
    throw new Error(`Nothing was made, since ${path.basename(args[0] ?? tool)} failed:\n${output.trim()}`);
}
