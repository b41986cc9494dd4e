/**
 * `npm run new-area -- "Post Ideas"`: makes the area mf-post-ideas, with a screen, its test, an icon and a README, and
 * adds it to the lockfile. It passes every check as it is, and is live by its release alone. `--in FOLDER` makes it in
 * a repository of its own, which has kit, contract, build and release client from packages (`npm run pack`).
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fail } from './lifecycle.ts';
import { areaNameOf, placeAmong } from './new-area/area-name.ts';
import { writeArea, writeOwnRepository } from './new-area/write-template.ts';
import { areaOf, remoteNames } from './packages.ts';
import { ROOT } from './paths.ts';
import { runTool } from './step.ts';

const UNFINISHED = path.join(ROOT, '.cache');
const PNPM = path.join(ROOT, '.toolchain/node_modules/pnpm/bin/pnpm.mjs');

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { in: { type: 'string' } } });
  const others = new Map(remoteNames().map((name) => [name, areaOf(name)]));
  // Without quotes, a name of several words comes in parts.
  const name = areaNameOf(positionals.join(' '), others);
  const folder = `mf-${name.slug}`;
  const { order, port } = placeAmong([...others.values()]);
  const filling = { ...name, order: String(order), port: String(port) };
  if (values.in === undefined) {
    await make(folder, filling);
    console.log(
      `${folder} is there, and serves /${name.slug}. See it with hot reload: npm run dev -- ${folder}\n` +
        `Check it: npm test -- ${folder}. Release it to the product that runs: npm run release -- ${folder}\n` +
        `Commit the folder with pnpm-lock.yaml.`,
    );
  } else {
    const to = path.resolve(process.env['INIT_CWD'] ?? '.', values.in);
    if (fs.existsSync(to) && fs.readdirSync(to).length > 0)
      throw new Error(`${to} isn't empty. Choose another folder.`);
    writeOwnRepository(to, filling);
    await run('oxfmt', ['--config', path.join(ROOT, '.oxfmtrc.json'), to]);
    console.log(`${folder} is in ${to}. Its README says how it is run, checked and released.`);
  }
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
    writeArea(unfinished, values);
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

async function run(tool: string, args: readonly string[]): Promise<void> {
  const { code, output } = await runTool(tool, args);
  if (code !== 0)
    throw new Error(`Nothing was made, since ${path.basename(args[0] ?? tool)} failed:\n${output.trim()}`);
}
