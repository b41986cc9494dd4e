/**
 * `npm run test:failover`: a PostgreSQL whose primary is killed under load while its standby lags behind, time after
 * time, and what became of every post. Exit code 1 when one is out twice, lost, or called what it is not.
 */
import { parseArgs } from 'node:util';
import { findPrograms } from './failover/programs.ts';
import { runFailovers } from './failover/run-failovers.ts';
import { fail, onStop } from './lifecycle.ts';

const { values } = parseArgs({
  options: {
    failovers: { type: 'string', default: '10' },
    posts: { type: 'string', default: '1000' },
    lag: { type: 'string', default: '1500' },
    swap: { type: 'boolean', default: false },
  },
});
const programs = findPrograms();
if (!('patroni' in programs))
  fail(`Programs are missing. On Debian: apt-get install ${programs.join(' ')}, and try again.`);

let close = (): Promise<void> => Promise.resolve();
onStop(() => close());
const isRight = await runFailovers({
  programs,
  failovers: Number(values.failovers),
  postsOfEach: Number(values.posts),
  lagMs: Number(values.lag),
  isBlind: values.swap,
  started: (how) => {
    close = how;
  },
  say: (line) => {
    console.log(line);
  },
});
process.exit(isRight ? 0 : 1);
