import { describe, expect, test } from 'vitest';
import type { ProblemCode } from '../contract/problems.ts';
import { ENDINGS, unlessEnded, type Surroundings } from './ended-problem.ts';
import { presentProblem } from './present-problem.ts';
import type { Problem } from './problem.ts';

const NOW = new Date('2026-11-22T10:00:00Z');
const PARAMS = { target: 'facebook', page: 'Warung', said: null, permissions: [], because: 'refused', limit: 30 };
/** Its cause holds: until an hour from now, on a page that does not work, behind a post in doubt. */
const BEFORE: Surroundings = {
  now: NOW,
  page: 'Warung',
  isPageWell: false,
  isPageInDoubt: true,
  isSetUp: false,
  isKeyNew: false,
  hasFiles: false,
};
const AFTER = {
  'page-well': { isPageWell: true },
  moment: { now: new Date('2026-11-22T11:00:00Z') },
  'doubt-decided': { isPageInDoubt: false },
  'set-up': { isSetUp: true },
  'new-key': { isKeyNew: true },
  file: { hasFiles: true },
} as const;
const problemOf = (code: ProblemCode, action: string | null): Problem => {
  const until = '2026-11-22T11:00:00.000Z';
  return { code, action, params: { ...PARAMS, stage: 'refused', until, at: until } } as unknown as Problem;
};
const codes = Object.entries(ENDINGS) as [ProblemCode, (typeof ENDINGS)[ProblemCode]][];

describe.each(codes)('the reason %s', (code, ending) => {
  test('stays as long as its cause, and goes with it', () => {
    const problem = problemOf(code, 'edit');
    if (ending !== 'access') expect(unlessEnded(problem, BEFORE)).toBe(problem);
    const everythingElse = { ...BEFORE, ...Object.assign({}, ...Object.values(AFTER)) } as Surroundings;
    const after = ending !== null && ending in AFTER ? { ...BEFORE, ...AFTER[ending as 'moment'] } : everythingElse;
    const read = unlessEnded(problem, after);
    if (ending === null || ending === 'text') return expect(read).toBe(problem);
    const { action, message } = presentProblem(read, { now: NOW });
    expect(action).toBe('publish_now');
    expect(message).toMatch(/isn't published yet\. Publish it now or choose a new time\.$/);
    expect(message).not.toMatch(/Reconnect it|Change the text|Decide about that one|no longer/);
  });

  test('is never taken away while the post may be out', () => {
    const doubt = problemOf(code, 'resolve');
    const after = { ...BEFORE, ...Object.assign({}, ...Object.values(AFTER)) } as Surroundings;
    expect(unlessEnded(doubt, after)).toBe(doubt);
  });
});
