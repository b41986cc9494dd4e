import { describe, expect, test } from 'vitest';
import { KINDS } from './plan.ts';
import { printReport } from './matrix.ts';
import { runChaos, type Report, type ChaosOptions } from './chaos-run.ts';

const SMALL: ChaosOptions = {
  seed: 4711,
  mode: 'two-step',
  swaps: ['short-timing'],
  posts: 160,
  pages: 20,
  kinds: KINDS,
  spreadMs: 3000,
  chaosMs: 8000,
  faultsMs: 20_000,
  endWithinMs: 900_000,
  frozenAtMostMs: 900_000,
  freezes: true,
  say: () => {},
};

/** Three runs with several processes each share the machine: a busy one takes ten times as long as an idle one. */
const PATIENCE_MS = 1_200_000;

/** Everything that is known, for the reader of a failed run. */
function told(report: Report): string {
  const lines: string[] = [];
  printReport(report, (line) => {
    lines.push(line);
  });
  return lines.join('\n');
}

describe.concurrent(
  'ten per cent of all calls go wrong, processes are killed every second, the database is restarted twice',
  { timeout: PATIENCE_MS },
  () => {
    test('and every post goes out exactly once or its owner is told why', async () => {
      const report = await runChaos(SMALL);
      if (report.verdict.violations.length > 0) expect.fail(told(report));
      expect(report).toMatchObject({ isOver: true, restarts: 2, wasFrozenTakenOver: true, revoked: { unnotified: 0 } });
      expect(report.kills).toBeGreaterThan(0);
      expect(report.swallows).toBeGreaterThan(0);
      expect(report.watched.journal.filter(({ faults }) => faults.length > 0).length).toBeGreaterThan(0);
    });

    test('and the usual lease-and-retry posts twice', async () => {
      const { verdict } = await runChaos({
        ...SMALL,
        posts: 120,
        pages: 8,
        mode: 'direct',
        swaps: ['short-timing', 'lease-and-retry'],
        kinds: ['text'],
        freezes: false,
      });
      expect(verdict.violations.filter(({ kind }) => kind === 'twice').length).toBeGreaterThan(0);
    });

    test('and a process stopped between mark and send posts twice when nobody looks at the clock', async () => {
      const report = await runChaos({
        ...SMALL,
        posts: 40,
        mode: 'direct',
        swaps: ['patient-sends', 'no-guard', 'patient-lines'],
        kinds: ['text'],
      });
      const twice = report.verdict.violations.filter(({ kind }) => kind === 'twice');
      if (report.wasFrozenTakenOver !== true || twice.length !== 1) expect.fail(told(report));
      expect(twice.map(({ rowIds }) => rowIds)).toEqual([[report.frozenPostId]]);
    });
  },
);
