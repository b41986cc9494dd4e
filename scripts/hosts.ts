/**
 * `npm run test:hosts`: two hosts that serve people behind HAProxy and two that publish, each in a network namespace,
 * over one PostgreSQL and one folder, while hosts die, lines are cut, one is slow and one has a wrong clock. `-- --s3`
 * keeps files on S3, and gives each host a disk of its own. Exit code 1 when a post was not out exactly once, or
 * screens were away for more than 5 s. Needs root, HAProxy, iptables and libfaketime. `-- --weak` runs the usual lease
 * and retry in the place of our loop, which has to fail.
 * `-- --upgrade` takes these hosts from the release before to this one and back instead, one after the other, by the
 * steps of api/docs/upgrades.md: `--from COMMIT` from another one, `--calls N` with fewer
 * requests, `--half` stops half way, and `--by SIGKILL` ends
 * processes without their drain, which has to fail.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePrograms } from './build/programs.ts';
import { findHaproxy } from './hosts/haproxy.ts';
import { buildNetwork, on } from './hosts/network.ts';
import { prepareReleases } from './hosts/prepare-releases.ts';
import { FAKETIME } from './hosts/wrong-clock.ts';
import { fail, onStop } from './lifecycle.ts';
import { PREVIOUS_RELEASE } from './testing/oldest-supported.ts';

if (process.getuid?.() !== 0) fail('Network namespaces need root: run this as root on a machine of your own.');
if (findHaproxy() === null || !fs.existsSync(FAKETIME))
  fail('HAProxy or libfaketime is missing. On Debian: apt-get install haproxy libfaketime iptables iproute2');

const { upgrade, from, calls, half, by } = readArguments();
process.env['TEST_PROGRAMS'] = await ensurePrograms();
if (upgrade)
  process.env['UPGRADE'] = JSON.stringify({
    ...(await prepareReleases(from)),
    calls: Number(calls),
    staysHalf: half,
    stopsBy: by,
  });
const network = buildNetwork(['people-1', 'people-2', 'loop-1', 'loop-2', 'haproxy']);
const [command = '', ...args] = on({ name: network.middle });
const run = fork(path.join(import.meta.dirname, upgrade ? 'hosts/upgrade.ts' : 'hosts/run.ts'), process.argv.slice(2), {
  execPath: command,
  execArgv: [...args, process.execPath],
  env: { ...process.env, HOSTS: JSON.stringify(network) },
});
onStop(async () => {
  run.disconnect();
  await once(run, 'exit');
  network.remove();
});
const [code] = (await once(run, 'exit')) as [number | null];
network.remove();
process.exit(code ?? 1);

function readArguments() {
  try {
    return parseArgs({
      options: {
        weak: { type: 'boolean' },
        s3: { type: 'boolean' },
        upgrade: { type: 'boolean', default: false },
        from: { type: 'string', default: PREVIOUS_RELEASE },
        calls: { type: 'string', default: '52000' },
        half: { type: 'boolean', default: false },
        by: { type: 'string' },
      },
    }).values;
  } catch (error) {
    return fail((error as Error).message);
  }
}
