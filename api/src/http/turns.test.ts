import { expect, test } from 'vitest';
import { turns } from './turns.ts';

/** Work that lasts until it is let go. */
function heavyWork() {
  const underWay: { readonly person: number; readonly end: () => void }[] = [];
  const begun: number[] = [];
  return {
    begun,
    underWay: () => underWay.map(({ person }) => person),
    of: (person: number) => () =>
      new Promise<void>((resolve) => {
        begun.push(person);
        const work = {
          person,
          end: () => {
            underWay.splice(underWay.indexOf(work), 1);
            resolve();
          },
        };
        underWay.push(work);
      }),
    async endOne(person: number) {
      underWay.find((work) => work.person === person)?.end();
      await settled();
    },
  };
}

const refusal = (count: number) => `${count} are too many.`;
const settled = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

test('a person has two turns at once, and somebody else is taken before the rest', async () => {
  const [inTurn, work] = [turns({ atOnce: 4, perPerson: 2, waiting: 20, refusal }), heavyWork()];
  for (let index = 0; index < 10; index += 1) void inTurn(1, work.of(1));
  void inTurn(2, work.of(2));
  await settled();
  expect(work.underWay()).toEqual([1, 1, 2]);
  await work.endOne(1);
  expect(work.underWay()).toEqual([1, 2, 1]);
});

test('all people together have four, and go round where there are more', async () => {
  const [inTurn, work] = [turns({ atOnce: 4, perPerson: 2, waiting: 20, refusal }), heavyWork()];
  for (const person of [1, 2, 3]) for (let index = 0; index < 5; index += 1) void inTurn(person, work.of(person));
  await settled();
  expect(work.begun).toEqual([1, 1, 2, 2]);
  await work.endOne(1);
  await work.endOne(1);
  expect(work.begun).toEqual([1, 1, 2, 2, 3, 3]);
  expect(work.underWay()).toHaveLength(4);
});

test('who has twenty waiting is told to wait, and may come again', async () => {
  const [inTurn, work] = [turns({ atOnce: 4, perPerson: 2, waiting: 20, refusal }), heavyWork()];
  const all = Array.from({ length: 22 }, () => inTurn(1, work.of(1)));
  await expect(inTurn(1, work.of(1))).rejects.toMatchObject({
    status: 429,
    retryAfterSeconds: 10,
    message: '22 are too many.',
  });
  await settled();
  await work.endOne(1);
  await all[0];
  const next = inTurn(1, work.of(1));
  await expect(inTurn(1, work.of(1))).rejects.toMatchObject({ status: 429 });
  for (let index = 0; index < 22; index += 1) await work.endOne(1);
  await Promise.all([...all, next]);
  expect(work.begun).toHaveLength(23);
});

test('work that fails gives its turn on', async () => {
  const inTurn = turns({ atOnce: 1, perPerson: 1, waiting: 5, refusal });
  const [first, second] = await Promise.allSettled([
    inTurn(1, () => Promise.reject(new Error('broken'))),
    inTurn(1, async () => 'drawn'),
  ]);
  expect([first.status, second]).toEqual(['rejected', { status: 'fulfilled', value: 'drawn' }]);
});

test('who waits for too long is told so, is not worked for any more, and the others go on', async () => {
  const [inTurn, work] = [turns({ atOnce: 4, perPerson: 1, waiting: 5, waitMs: 30, refusal }), heavyWork()];
  const first = inTurn(1, work.of(1));
  await expect(inTurn(1, work.of(1))).rejects.toMatchObject({ status: 429, message: '2 are too many.' });
  await work.endOne(1);
  await first;
  const next = inTurn(1, work.of(1));
  await settled();
  expect(work.begun).toHaveLength(2);
  await work.endOne(1);
  await next;
});
