import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { LineLostError } from './database-errors.ts';
import { writeTogether } from './write-together.ts';

const refusal = (code: string) => Object.assign(new pg.DatabaseError('refused', 0, 'error'), { code });

function written({ leftOut = [], fault }: { leftOut?: readonly string[]; fault?: Error } = {}) {
  const statements: string[] = [];
  const held: (() => void)[] = [];
  let isLocked = true;
  const write = writeTogether({
    async one(given: string) {
      statements.push(given);
      if (given === 'bad') throw new Error('refused');
      if (given === 'locked' && isLocked) throw refusal('55P03');
      if (given === 'held') await new Promise<void>((resolve) => held.push(resolve));
      return `${given} alone`;
    },
    async many(all: readonly string[]) {
      statements.push(all.join('+'));
      if (fault !== undefined) throw fault;
      return new Map(all.flatMap((given, place) => (leftOut.includes(given) ? [] : [[place, `${given} together`]])));
    },
  });
  const unlock = () => {
    isLocked = false;
  };
  return { write, statements, held, unlock };
}

describe('writes that come at the same time', () => {
  test('are one statement, and one alone is its own', async () => {
    const { write, statements } = written();
    expect(await write('a')).toBe('a alone');
    expect(await Promise.all([write('b'), write('c')])).toEqual(['b together', 'c together']);
    expect(statements).toEqual(['a', 'b+c']);
  });

  test.each([
    ['fails', new Error('deadlock')],
    ['takes too long', refusal('57014')],
    ['waits for a lock', refusal('55P03')],
  ])('are written one by one where that %s, and each is told its own end', async (_how, fault) => {
    const { write, statements } = written({ fault });
    const [good, bad] = await Promise.allSettled([write('a'), write('bad')]);
    expect([good, bad]).toMatchObject([
      { status: 'fulfilled', value: 'a alone' },
      { status: 'rejected', reason: { message: 'refused' } },
    ]);
    expect(statements).toEqual(['a+bad', 'a', 'bad']);
  });

  test('fail together where the line is lost', async () => {
    const { write, statements } = written({ fault: new LineLostError('gone') });
    const ends = await Promise.allSettled([write('a'), write('b')]);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(statements).toEqual(['a+b']);
  });

  test('come again where somebody holds a lock, until it is free', async () => {
    const { write, statements, unlock } = written();
    const locked = write('locked');
    await expect.poll(() => statements).toContain('locked');
    expect(await write('a')).toBe('a alone');
    await expect.poll(() => statements.filter((one) => one === 'locked').length).toBeGreaterThan(1);
    unlock();
    expect(await locked).toBe('locked alone');
  });

  test('do not wait for one that waits for a lock, be it alone or left out of many', async () => {
    const { write, held, statements } = written({ leftOut: ['held'] });
    const alone = write('held');
    await expect.poll(() => statements).toEqual(['held']);
    expect(await write('a')).toBe('a alone');
    const [leftOut, b] = [write('held'), write('b')];
    expect(await b).toBe('b together');
    expect(await write('c')).toBe('c alone');
    for (const letGo of held) letGo();
    expect(await Promise.all([alone, leftOut])).toEqual(['held alone', 'held alone']);
  });
});
