import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { readAgain } from './read-again.ts';

const failure = (code: string) => Object.assign(new pg.DatabaseError('no', 0, 'error'), { code });

test('a read that a deadlock ended is done once more', async () => {
  const read = vi.fn<() => Promise<string>>().mockRejectedValueOnce(failure('40P01')).mockResolvedValue('rows');
  expect(await readAgain(read)).toBe('rows');
  expect(read).toHaveBeenCalledTimes(2);
});

test.each([
  ['of another kind', '42P01', 1],
  ['that comes again', '40P01', 2],
])('a failure %s is the answer', async (_, code, times) => {
  const read = vi.fn<() => Promise<string>>().mockRejectedValue(failure(code));
  await expect(readAgain(read)).rejects.toMatchObject({ code });
  expect(read).toHaveBeenCalledTimes(times);
});
