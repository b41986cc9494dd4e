import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts';
import { TooManyRequestsError } from './errors.ts';
import { rateLimits } from './rate-limit.ts';
import { stored } from '../testing/stored.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const ADDRESS = '198.51.100.7';

/** How many of `times` calls are let through. */
async function passed(
  limit: (address: string) => Promise<void>,
  times: number,
  address: (index: number) => string = () => ADDRESS,
): Promise<number> {
  const calls = await Promise.allSettled(Array.from({ length: times }, (_, index) => limit(address(index))));
  for (const call of calls) if (call.status === 'rejected') expect(call.reason).toBeInstanceOf(TooManyRequestsError);
  return calls.filter(({ status }) => status === 'fulfilled').length;
}
const points = async (name: string) =>
  ((await stored(database.db).rateLimits.rows()) as { key: string; points: number }[]).find(({ key }) =>
    key.startsWith(`${name}:`),
  )?.points;

describe('a limit', () => {
  test('is one for all processes, and says when to come back', async () => {
    const other = openDatabase(database.url);
    const name = randomUUID();
    const [here, there] = [rateLimits(database.db).perMinute(name, 10), rateLimits(other).perMinute(name, 10)];
    const through = await Promise.all([passed(here, 20), passed(there, 20)]);
    expect(through[0] + through[1]).toBe(10);
    const refusal = await there(ADDRESS).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      status: 429,
      message: expect.stringMatching(/^Too many attempts\. Wait \d+ s and try again\.$/),
    });
    expect((refusal as TooManyRequestsError).retryAfterSeconds).toBeLessThanOrEqual(60);
    await other.destroy();
  });

  test('that was reached by a clock that stood a day ahead is over once that is set right', async () => {
    const name = randomUUID();
    const limits = rateLimits(database.db);
    const limit = limits.perMinute(name, 3);
    const now = Date.now;
    Date.now = () => now() + 86_400_000;
    try {
      expect(await passed(limit, 5)).toBe(3);
    } finally {
      Date.now = now;
    }
    const refusal = await limit(ADDRESS).catch((error: unknown) => error);
    expect((refusal as TooManyRequestsError).retryAfterSeconds).toBeLessThanOrEqual(60);
    await limits.forgetOld();
    expect(await passed(limit, 5)).toBe(3);
    // What counts as it should still does.
    await limits.forgetOld();
    expect(await passed(limit, 2)).toBe(0);
  });

  test('is counted by what is counted, and by address', async () => {
    const limits = rateLimits(database.db);
    const name = randomUUID();
    expect(await passed(limits.perMinute(name, 3), 5)).toBe(3);
    expect(await passed(limits.perMinute(`${name}-other`, 3), 5)).toBe(3);
    expect(await passed(limits.perMinute(name, 3), 5, (index) => `198.51.100.${100 + index}`)).toBe(5);
  });

  test('counts all addresses of an IPv6 line as one, and those of another line apart', async () => {
    const limit = rateLimits(database.db).perMinute(randomUUID(), 3);
    expect(await passed(limit, 40, (index) => `2001:db8:7:7:${index.toString(16)}::${index}`)).toBe(3);
    expect(await passed(limit, 40, (index) => `2001:db8:7:${(8 + index).toString(16)}::1`)).toBe(40);
  });

  test('an IPv4 address is one however the socket writes it', async () => {
    const limit = rateLimits(database.db).perMinute(randomUUID(), 3);
    expect(await passed(limit, 6, (index) => (index % 2 === 0 ? ADDRESS : `::ffff:${ADDRESS}`))).toBe(3);
  });

  test('that is reached asks the database no more', async () => {
    const name = randomUUID();
    const limit = rateLimits(database.db).perMinute(name, 5);
    for (let call = 0; call < 5; call += 1) await limit(ADDRESS);
    expect(await passed(limit, 500)).toBe(0);
    expect(await points(name)).toBe(5);
  });

  test('holds without a database too, for this process', async () => {
    const away = openDatabase('postgres://nobody@127.0.0.1:1/nowhere');
    expect(await passed(rateLimits(away).perMinute('away', 4), 9)).toBe(4);
    await away.destroy();
  });

  test('is forgotten when its minute is over', async () => {
    const limits = rateLimits(database.db);
    const name = randomUUID();
    await limits.perMinute(name, 5)(ADDRESS);
    await limits.forgetOld();
    expect(await points(name)).toBe(1);
    await stored(database.db).rateLimits.change({ expire: Date.now() - 1000 });
    await limits.forgetOld();
    expect(await points(name)).toBeUndefined();
  });
});
