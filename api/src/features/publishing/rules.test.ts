import { describe, expect, test } from 'vitest';
import type { Refusal } from '../../networks/refusal.ts';
import { problemWords } from '../../problems/english/problem-words.ts';
import { shareOf } from '../../problems/upload-share.ts';
import { uploading } from './problems.ts';
import { GraphError, GraphTransportError } from '../../facebook/graph-errors.ts';
import { backoffSeconds, msToProofOfAbsence, nextPollSeconds, refusedPollSeconds } from './rules.ts';
import { refusalOf } from '../../networks/facebook/refusals.ts';
import { isUnclear } from '../../networks/failure.ts';
import { textMark } from '../../networks/text-mark.ts';
import { ABSENT_AFTER_MS } from './timing.ts';

function graphError(
  code: number,
  subcode: number | null = null,
  userMessage: string | null = null,
  regainMinutes: number | null = null,
) {
  return new GraphError({
    code,
    subcode,
    message: 'internal words',
    userMessage,
    fbtraceId: null,
    httpStatus: 400,
    regainMinutes,
  });
}

test.each([
  [0, 1],
  [1, 3],
  [4, 60],
  [40, 60],
])('after %i failed tries the next comes in %i s', (tries, seconds) => {
  expect(backoffSeconds(tries)).toBe(seconds);
});

test.each([
  [0, ABSENT_AFTER_MS, 15],
  [1, 160_000, 60],
  [2, 20_000, 20],
  [3, 0, 5],
])(
  'after %i clean polls, with %i ms to go until they prove something, the next poll is in %i s',
  (polls, ms, seconds) => {
    expect(nextPollSeconds(polls, ms)).toBe(seconds);
  },
);

test.each([
  [null, null, ABSENT_AFTER_MS],
  [1000, 500_000, ABSENT_AFTER_MS - 1000],
  [500_000, 1000, ABSENT_AFTER_MS - 1000],
  [ABSENT_AFTER_MS, ABSENT_AFTER_MS, 0],
])('absent for %s ms, %s ms after the deadline: proven in %i ms', (absent, deadline, ms) => {
  expect(msToProofOfAbsence(absent, deadline)).toBe(ms);
});

test.each([
  [0, 1],
  [60, 60],
  [61, 300],
  [301, 900],
])('after %i refused polls the next one comes in %i s', (tries, seconds) => {
  expect(refusedPollSeconds(tries)).toBe(seconds);
});

const NOW = new Date('2026-11-22T09:00:00Z');

describe('a refusal', () => {
  const said = ({ problem }: Refusal) => problemWords(problem, { now: NOW });

  test.each([
    [190, 463, 'hold', 'reconnect'],
    [190, 492, 'hold', 'no_permission'],
    [200, null, 'hold', 'no_permission'],
    [10, null, 'hold', 'no_permission'],
    [4, null, 'pause', 'rate_limited'],
    [80001, null, 'pause', 'rate_limited'],
    [368, 1390008, 'pause', 'blocked'],
    [506, null, 'fail', 'duplicate'],
    [368, 1404082, 'fail', 'duplicate'],
    [100, null, 'fail', 'refused'],
    [1609005, null, 'fail', 'refused'],
  ] as const)('with code %i, subcode %s asks to %s as %s', (code, subcode, kind, problem) => {
    expect(refusalOf(graphError(code, subcode), 'Corner Bakery', NOW)).toMatchObject({
      kind,
      problem: { code: problem },
    });
  });

  test("is told in Facebook's words for people where it has some, and never in its internal ones", () => {
    expect(said(refusalOf(graphError(100, null, 'Links to this site are not allowed.'), 'Corner Bakery', NOW))).toBe(
      'Links to this site are not allowed.',
    );
    expect(said(refusalOf(graphError(100), 'Corner Bakery', NOW))).not.toContain('internal words');
    expect(said(refusalOf(graphError(190), 'Corner Bakery', NOW))).toContain('Corner Bakery');
  });

  test('waits as long as Facebook says, and an hour when it does not say', () => {
    expect(refusalOf(graphError(80001, null, null, 12), 'x', NOW)).toMatchObject({ minutes: 12, scope: 'page' });
    expect(refusalOf(graphError(4), 'x', NOW)).toMatchObject({ minutes: 60, scope: 'app' });
  });
});

test.each([
  [graphError(2), true],
  [graphError(1), true],
  [graphError(999_999), true],
  [new GraphTransportError('cut', null), true],
  [graphError(506), false],
  [graphError(190), false],
  [graphError(100), false],
])('%s leaves the outcome open: %s', (error, open) => {
  expect(isUnclear(error)).toBe(open);
});

test.each([
  ['a  b', 'a b'],
  ['a\r\nb', 'a\nb'],
  [' a \n', 'a'],
  ['e\u0301', '\u00e9'],
])('%j is the same text as %j', (sent, stored) => {
  expect(textMark(stored)).toBe(textMark(sent));
});

test('different texts stay different', () => {
  expect(textMark('a\nb')).not.toBe(textMark('a b'));
});

test.each([
  [0, 900_000, 'Its files are on their way to Facebook.'],
  [52_428_800, 209_715_200, 'Its files are on their way to Facebook: 50 of 200 MB (25%).'],
])('%i of %i bytes sent are told as "%s"', (sent, total, message) => {
  const problem = uploading({ sent, total });
  expect([problemWords(problem, { now: NOW }), shareOf(problem)]).toEqual([message, sent / total]);
});
