import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../paths.ts';

const run = promisify(execFile);
const FETCH_WITHIN_MS = 20_000;

/**
 * Puts the sources of a commit into `folder`, for `packages` with what is installed for them now.
 * @returns false where the commit cannot be had: a checkout without its history, and nobody to ask for it
 */
export async function unpackCommit(commit: string, folder: string, packages: readonly string[]): Promise<boolean> {
  if (!(await hasCommit(commit))) return false;
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const archive = path.join(folder, 'sources.tar');
  await run('git', ['archive', '--format=tar', `--output=${archive}`, commit], { cwd: ROOT });
  await run('tar', ['-x', '-f', archive, '-C', folder]);
  lendPackages(['.', ...packages], folder);
  return true;
}

/**
 * Says what cannot be tested in this checkout, because it has no such commit.
 * @throws Error with the same words where a whole run must not do without: CI is set
 */
export function missCommit(what: string, commit: string): void {
  const sentence = `No test of ${what}: this checkout has no commit ${commit}, and no origin that gives it.`;
  if (process.env['CI']) throw new Error(`${sentence} Fetch it before the tests run.`);
  console.warn(sentence);
}

/** A shallow clone has only the last commits, but knows where it came from. */
async function hasCommit(commit: string): Promise<boolean> {
  const isHere = () =>
    run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).then(
      () => true,
      () => false,
    );
  if (await isHere()) return true;
  await run('git', ['fetch', '--quiet', '--depth=1', 'origin', commit], {
    cwd: ROOT,
    timeout: FETCH_WITHIN_MS,
    env: { ...process.env, GIT_TERMINAL_PROMPT: '0' },
  }).catch(() => {});
  return isHere();
}

/** What is installed for these packages serves the same packages in a folder of other sources. */
export function lendPackages(names: readonly string[], folder: string): void {
  for (const name of names) lend(name, folder);
}

/** But for the workspace's own: those are of the other sources, too. */
function lend(name: string, folder: string): void {
  const [from, to] = [ROOT, folder].map((place) => path.join(place, name, 'node_modules'));
  if (from === undefined || to === undefined || !fs.existsSync(from) || !fs.existsSync(path.dirname(to))) return;
  fs.mkdirSync(to);
  for (const entry of fs.readdirSync(from)) {
    if (entry === '@pagecast')
      fs.cpSync(path.join(from, entry), path.join(to, entry), { recursive: true, verbatimSymlinks: true });
    else if (!entry.startsWith('.')) fs.symlinkSync(path.join(from, entry), path.join(to, entry));
  }
  lendRouter(from, to);
}

/** Releases before react-router-dom asked for the router by the name of its core, which comes with it. */
function lendRouter(from: string, to: string): void {
  const router = path.join(from, 'react-router-dom');
  const core = path.join(to, 'react-router');
  if (!fs.existsSync(router) || fs.existsSync(core)) return;
  fs.symlinkSync(path.join(fs.realpathSync(router), '../react-router'), core);
}
