/**
 * `npm run torture`: ten thousand posts in a chaos run of every fault that we know, and what became of each. Exit code
 * 1 when the promise was broken. With `--rotate` the secret key is changed again and again, too, and every value that
 * is sealed has to open in the end.
 */
import { parseArgs } from 'node:util';
import { randomInt } from 'node:crypto';
import { onStop } from './lifecycle.ts';
import { printReport } from './torture/matrix.ts';
import { KINDS } from './torture/plan.ts';
import { runChaos } from './torture/chaos-run.ts';
import { SWAPS, type Swap } from './torture/weak/swaps.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    posts: { type: 'string' },
    pages: { type: 'string' },
    mode: { type: 'string', default: 'two-step' },
    quick: { type: 'boolean', default: false },
    swap: { type: 'string', multiple: true, default: [] },
    text: { type: 'boolean', default: false },
    rotate: { type: 'boolean', default: false },
  },
});
const { quick } = values;
const mode = values.mode === 'direct' ? 'direct' : 'two-step';
const seed = Number(values.seed ?? randomInt(1, 100_000));
const swaps = [
  ...(quick ? ['short-timing' as const] : []),
  ...values.swap.filter((name): name is Swap => name in SWAPS),
];
const again =
  `npm run torture -- --seed ${seed} --mode ` +
  `${mode}${quick ? ' --quick' : ''}${values.rotate ? ' --rotate' : ''}` +
  values.swap.map((name) => ` --swap ${name}`).join('');

let close = (): Promise<void> => Promise.resolve();
onStop(() => close());
console.log(`Seed ${seed}: \`${again}\` plans the same posts, faults and kills.`);
const report = await runChaos({
  seed,
  mode,
  swaps,
  posts: Number(values.posts ?? (quick ? 400 : 10_000)),
  pages: Number(values.pages ?? (quick ? 20 : 50)),
  kinds: values.text ? ['text'] : KINDS,
  spreadMs: quick ? 8000 : 60_000,
  chaosMs: quick ? 30_000 : 270_000,
  faultsMs: quick ? 60_000 : 900_000,
  endWithinMs: quick ? 120_000 : 1_800_000,
  frozenAtMostMs: quick ? 60_000 : 600_000,
  freezes: !swaps.includes('lease-and-retry'),
  rotates: values.rotate,
  started: (how) => {
    close = how;
  },
  say: (line) => {
    console.log(line);
  },
});
printReport(report);
const { rotated } = report;
const areKeysRight = !values.rotate || (rotated !== null && rotated.secretKeys > 0 && rotated.unreadable === 0);
const isKept = report.verdict.violations.length === 0 && report.revoked.unnotified === 0 && areKeysRight;
process.exit(isKept && report.isOver ? 0 : 1);
