import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import type { Fact } from './outbox.repository.ts';
import { toldOf } from './told-of.ts';

const fact = { id: 7, kind: 'post_failed', problem: { code: 'crashed' }, params: { problem: {} } } as unknown as Fact;
let lines: string[] = [];
const log = pino({}, { write: (line: string) => void lines.push(line) });
beforeEach(() => {
  lines = [];
});

test('a fact with a reason that cannot be put in words is told without it', () => {
  const tell = ({ kind, problem }: Fact) => {
    if (problem !== null) throw new Error('No words');
    return kind;
  };
  expect(toldOf(fact, tell, log)).toBe('post_failed');
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { msg: 'outbox.fact-not-told', factId: 7, kind: 'post_failed' },
  ]);
});

test('one that cannot be told at all is set aside', () => {
  const tell = (): string => {
    throw new Error('No words');
  };
  expect(toldOf(fact, tell, log)).toBeNull();
});
