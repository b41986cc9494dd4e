/**
 * `npm run faults`: whether a bad version of an area is found out, and a good one left alone. It tries so many harmless
 * versions as `--releases` says, on simulated traffic of three days each, and says how many people meet a fault before
 * it is found. Exit code 1 when more than one in a thousand is taken back.
 */
import { parseArgs } from 'node:util';
import { printHarmless, printPower } from './faults/simulated-report.ts';

const { values } = parseArgs({
  options: { releases: { type: 'string', default: '1000' }, seed: { type: 'string', default: '0' } },
});
const [releases, seed] = [Number(values.releases), Number(values.seed)];

const takenBack = printHarmless(releases, seed);
printPower(seed);
process.exit(takenBack > Math.max(1, releases / 1000) ? 1 : 0);
