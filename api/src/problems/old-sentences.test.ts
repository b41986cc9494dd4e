import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { OLDEST_DATABASE } from '../../../scripts/testing/oldest-supported.ts';
import { factsIn } from '../testing/facts-in.ts';
import old from './old-sentences.json' with { type: 'json' };
import { problemWords } from './english/problem-words.ts';
import { reasonWords } from './english/reason-words.ts';
import { readPause, readProblem, readReason, readUpload } from './stored-problem.ts';
import { uploadWords } from './english/upload-words.ts';

const AT = new Date('2026-11-22T09:00:00.000Z');

/**
 * What releases from the oldest supported one on have kept in place of codes: every sentence of theirs, with examples
 * in its gaps.
 */
const problems = old.filter(({ kind }) => kind === 'problem');
const reasons = old.filter(({ kind }) => kind === 'reason');
const uploads = old.filter(({ kind }) => kind === 'upload');

/** Sentences that said more than is kept of them: a code that means nothing, minutes that are long over. */
const CUT = [
  /^Facebook refused this post \(code 0\)/,
  /^Pagecast was away for a while, and we cannot check/,
  /^The AI is busy right now\./,
];
const isCut = (message: string) => CUT.some((words) => words.test(message));

const expectFacts = (words: string, message: string) =>
  expect(factsIn(words)).toEqual(expect.arrayContaining(factsIn(message)));

describe('an old sentence', () => {
  test.each(problems)('of a problem is read into its code: $code, $message', ({ kind: _kind, ...kept }) => {
    const problem = readProblem(kept, AT);
    expect(problem.code).not.toBe('other');
    if (!isCut(kept.message)) {
      expectFacts(problemWords(problem, { now: AT }), kept.message);
      expect(problem.action).toBe(kept.action);
    }
    expect(problem.facebook).toEqual('facebook' in kept ? kept.facebook : undefined);
    // What was read once is the same the next time.
    expect(readProblem(JSON.parse(JSON.stringify(problem)), new Date(0))).toEqual(problem);
  });

  test.each(reasons)('of automation is read into its code: $code, $message', ({ kind: _kind, ...kept }) => {
    const reason = readReason(kept, AT);
    expect(reason.code).not.toBe('other');
    if (!isCut(kept.message)) expectFacts(reasonWords(reason, AT), kept.message);
    expect(readReason(JSON.parse(JSON.stringify(reason)), new Date(0))).toEqual(reason);
  });

  const ofPauses = [...reasons, ...problems].filter(({ code }) => code !== 'uploading');
  test.each(ofPauses)('tells without its code why a page was paused: $message', ({ message, code }) => {
    const said = ['Your post has a broken link.', 'Ask somebody else.', 'You went too fast.', 'Said that.'];
    const reason = readPause(message, AT);
    if (!said.some((words) => message.endsWith(words))) expect([code, reason.code]).not.toEqual([code, 'other']);
    if (!isCut(message)) expectFacts(reasonWords(reason, AT), message);
  });

  test.each(uploads)('of files on their way keeps its figures: $message', ({ message, share = 0 }) => {
    expect(factsIn(uploadWords(readUpload({ message, share })))).toEqual(factsIn(message));
  });
});

/** Where the oldest supported release worded what it kept, as its sources have it: literals, with gaps. */
const WORDED_IN = ['publishing/rules', 'pages/page-problems', 'automation/reasons', 'automation/text-quality'];
const wordedThen = sentencesOf(OLDEST_DATABASE);

function sentencesOf(commit: string): string[] {
  const literal = String.raw`('([^'\\]|\\.)+'|"[^"]+"|\`[^\`]+\`)`;
  const files = WORDED_IN.map((file) => `api/src/features/${file}.ts`);
  try {
    return execFileSync(
      'git',
      ['grep', '-hoE', `message: ${literal}|'message', ${literal}`, commit, '--', ...files, 'api/src/db/migrations'],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    )
      .trim()
      .split('\n')
      .map((found) => found.replace(/^(message: |'message', )/, '').slice(1, -1));
  } catch {
    return [];
  }
}

test.skipIf(wordedThen.length === 0)('no sentence of the oldest supported release is missing among them', () => {
  expect(wordedThen.length).toBeGreaterThan(30);
  const isAmongThem = (literal: string) => {
    const parts = literal
      .split(/\$\{(?:[^{}]|\{[^}]*\})*(?:\}|$)/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const pattern = new RegExp(`^${parts.join('[\\s\\S]*')}$`);
    return old.some(({ message }) => pattern.test(message));
  };
  expect(wordedThen.filter((literal) => !isAmongThem(literal))).toEqual([]);
});

describe('what nobody knows', () => {
  test.each([
    [{ code: 'refused_by_moon', message: 'The moon said no.', action: 'edit' }],
    [{ code: 'missed', message: 'Worded by hand.', action: null, facebook: { code: 1, subcode: null, traceId: 'T' } }],
  ])('keeps its code, its action and its words: %j', (kept) => {
    const problem = readProblem(kept, AT);
    expect(problem).toMatchObject({
      code: 'other',
      action: kept.action,
      params: { code: kept.code, message: kept.message },
      ...('facebook' in kept && { facebook: kept.facebook }),
    });
    expect(problemWords(problem, { now: AT })).toBe(kept.message);
  });

  test.each([[null], ['words'], [{}], [{ code: 7, message: {} }], [{ code: 'missed', params: {} }], [[]]])(
    'is read all the same: %j',
    (kept) => {
      expect(problemWords(readProblem(kept, AT), { now: AT })).toContain('no words for');
    },
  );
});
