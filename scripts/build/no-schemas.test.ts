import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

type Stand = { (...given: unknown[]): Stand; readonly [name: string]: Stand };
const z = createRequire(import.meta.url)('./no-schemas.cjs') as Stand;

test('whatever a schema is built with gives something to build on', () => {
  expect(() =>
    z['object']?.({ at: z['iso']?.['datetime']?.({ offset: true }), name: z['string']?.().check?.(z['trim']?.()) }),
  ).not.toThrow();
});

test('a screen that parses fails at once and is told why', () => {
  for (const name of ['parse', 'safeParse', 'parseAsync', 'safeDecode'])
    expect(() => z['object']?.({})[name]).toThrow('a screen must not parse');
});

test("it is nobody's promise, so it can be awaited and passed on", async () => {
  await expect(Promise.resolve(z)).resolves.toBe(z);
});
