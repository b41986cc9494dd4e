import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../paths.ts';
import { readSteps } from './steps.ts';

const OPT = path.join(ROOT, '.cache/hosts/opt');

/**
 * Does what the guide says to do before anything is changed: each release in a folder of its own, for all machines of
 * the test at once. What was prepared before is there already.
 * @param from a commit of the release before
 */
export async function prepareReleases(from: string): Promise<{ opt: string; older: string; newer: string }> {
  const [older, newer] = [idOf(from), idOf('HEAD')];
  fs.mkdirSync(OPT, { recursive: true });
  for (const old of fs.readdirSync(OPT))
    if (![older, newer].includes(old.replace('pagecast-', ''))) fs.rmSync(path.join(OPT, old), { recursive: true });
  for (const release of [older, newer]) await prepare(release);
  return { opt: OPT, older, newer };
}

async function prepare(release: string): Promise<void> {
  const folder = path.join(OPT, `pagecast-${release}`);
  const done = path.join(folder, '.git/prepared');
  if (fs.existsSync(done)) return;
  fs.rmSync(folder, { recursive: true, force: true });
  console.log(`Building ${release}…`);
  await promisify(execFile)(
    'bash',
    ['-euo', 'pipefail', '-c', readSteps().prepare.replaceAll('/opt/pagecast-', `${OPT}/pagecast-`)],
    { env: { ...process.env, REPOSITORY: ROOT, NEW: release } },
  );
  fs.writeFileSync(done, '');
}

function idOf(commit: string): string {
  return execFileSync('git', ['rev-parse', '--short=12', `${commit}^{commit}`], { cwd: ROOT, encoding: 'utf8' }).trim();
}
