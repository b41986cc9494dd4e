import { describe, expect, test } from 'vitest';
import { writeTogether } from './write-together.ts';

function written({ leftOut = [], many = true }: { leftOut?: readonly string[]; many?: boolean } = {}) {
  const statements: string[] = [];
  const held: (() => void)[] = [];
  const write = writeTogether({
    async one(given: string) {
      statements.push(given);
      if (given === 'bad') throw new Error('refused');
      if (given === 'held') await new Promise<void>((resolve) => held.push(resolve));
      return `${given} alone`;
    },
    async many(all: readonly string[]) {
      statements.push(all.join('+'));
      if (!many) throw new Error('deadlock');
      return new Map(all.flatMap((given, place) => (leftOut.includes(given) ? [] : [[place, `${given} together`]])));
    },
  });
  return { write, statements, held };
}

describe('writes that come at the same time', () => {
  test('are one statement, and one alone is its own', async () => {
    const { write, statements } = written();
    expect(await write('a')).toBe('a alone');
    expect(await Promise.all([write('b'), write('c')])).toEqual(['b together', 'c together']);
    expect(statements).toEqual(['a', 'b+c']);
  });

  test('are written one by one where that fails, and each is told its own end', async () => {
    const { write, statements } = written({ many: false });
    const [good, bad] = await Promise.allSettled([write('a'), write('bad')]);
    expect([good, bad]).toMatchObject([
      { status: 'fulfilled', value: 'a alone' },
      { status: 'rejected', reason: { message: 'refused' } },
    ]);
    expect(statements).toEqual(['a+bad', 'a', 'bad']);
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
