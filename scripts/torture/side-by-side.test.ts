import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../paths.ts';
import { runSideBySide } from './side-by-side.ts';
import { writeTomorrow } from './release-sources.ts';

/** Six processes start one after the other, also on a machine that is busy with other tests. */
const PATIENCE_MS = 900_000;

test(
  'a later release comes beside this one and goes again, and only the process that was shot fails anybody',
  { timeout: PATIENCE_MS },
  async () => {
    const tomorrow = writeTomorrow(path.join(ROOT, '.cache/sources/tomorrow'));
    const { verdict, calls, failures, posts } = await runSideBySide({
      older: ROOT,
      newer: tomorrow,
      isOlderTolerant: true,
      hasGate: true,
      people: 3,
      pauseMs: 40,
      postsPerStep: 4,
    });
    expect(failures.filter(({ isSlowDatabase }) => !isSlowDatabase)).toEqual([]);
    expect(verdict.violations).toEqual([]);
    expect(verdict.ends).toEqual({ published: posts });
    expect(calls).toBeGreaterThan(100);
  },
);
