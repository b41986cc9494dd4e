import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { compiled } from './compiled.ts';

const shape = z.object({
  rows: z.array(
    z
      .strictObject({ id: z.number(), note: z.optional(z.nullable(z.object({ text: z.string() }))) })
      .check(z.refine(({ id }) => id !== 13, 'Not this one')),
  ),
  rest: z.optional(z.looseObject({ known: z.boolean() })),
});
const wrong = (given: object) => z.safeParse(compiled(shape), given).error?.issues;

test('a compiled shape lets out, leaves out and refuses what the shape itself does', () => {
  const given = {
    rows: [{ id: 1 }, { id: 2, note: null }, { id: 3, note: { text: 'Bread', secret: 'token' } }],
    rest: { known: true, more: 1 },
    secret: 'token',
  };
  expect(z.parse(compiled(shape), given)).toEqual({
    rows: [{ id: 1 }, { id: 2, note: null }, { id: 3, note: { text: 'Bread' } }],
    rest: { known: true, more: 1 },
  });
  for (const bad of [{ rows: [{ id: 1, secret: 'token' }] }, { rows: [{ id: 13 }] }, { rows: [{ id: '1' }] }, {}]) {
    expect(wrong(bad)).toEqual(z.safeParse(shape, bad).error?.issues);
    expect(wrong(bad)).toHaveLength(1);
  }
});
