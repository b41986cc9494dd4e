import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { refine, string } from 'zod/mini';
import { ENDPOINTS } from '../testing/contract-calls.ts';
import { limited, list, open } from './common.ts';

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes['_zod']['def'];

/** What comes in and is read by nobody; a body ends at 1 MB, its levels and its fields at the door. */
const UNREAD =
  /^saveAutomationSettings\.body\.pageConfigurations\[\]\.(pageName|isAvailable|intervalMinutes|postsThatFit|problem|pause|othersPublishing)$|\.\*$/;

/** Where within `schema` a text or a list has no end, or one that is looked at too late. */
function unlimited(schema: Schema, at: string, isCounted = false): string[] {
  const def = schema._zod.def as Def;
  switch (def.type) {
    case 'string':
      return endsFirst(schema) ? [] : [`${at}: a text`];
    case 'array':
      return [...(isCounted ? [] : [`${at}: a list`]), ...unlimited(def.element, `${at}[]`)];
    case 'record':
      return [`${at}: a record`];
    case 'object':
      return [
        ...Object.entries(def.shape).flatMap(([key, value]) => unlimited(value, `${at}.${key}`)),
        ...(isCounted || def.catchall?._zod.def.type === 'never' ? [] : [`${at}: other fields`]),
      ];
    // `list` and `open` count before they look.
    case 'pipe':
      return [...unlimited(def.in, at), ...unlimited(def.out, at, def.in._zod.def.type === 'custom')];
    case 'union':
      return def.options.flatMap((option) => unlimited(option, at, isCounted));
    case 'optional':
    case 'nullable':
    case 'catch':
    case 'default':
      return unlimited(def.innerType, at, isCounted);
    case 'unknown':
      return UNREAD.test(at) ? [] : [`${at}: anything`];
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'transform':
    case 'custom':
      return [];
    default:
      return [`${at}: ${def.type}, of which this test knows nothing`];
  }
}

/** Its first check is its length, and nothing is looked at after that one fails. */
function endsFirst(schema: Schema): boolean {
  const isFormat = schema._zod.traits.has('$ZodCheck');
  const first = schema._zod.def.checks?.[0]?._zod.def as { check: string; abort?: boolean } | undefined;
  return !isFormat && first?.check === 'max_length' && first.abort === true;
}

describe.each([...ENDPOINTS].map(([name, endpoint]) => ({ name, endpoint })))('$name', ({ name, endpoint }) => {
  test.each(['params', 'query', 'body'] as const)('every text and every list in its %s has an end', (part) => {
    expect(unlimited(endpoint[part], `${name}.${part}`)).toEqual([]);
  });
});

test.each<[string, Schema]>([
  ['a text', z.string()],
  ['a pattern alone', z.string().regex(/^a+$/)],
  ['a format', z.iso.datetime()],
  ['a pattern before the length', z.string().regex(/a/).max(5)],
  ['a length that lets the pattern look', z.string().max(5).regex(/a/)],
  ['a list', z.array(z.number())],
  ['a list that is counted at the end', z.array(z.number()).max(5)],
  ['other fields', z.looseObject({})],
  ['a record', z.record(z.string(), z.number())],
  ['anything', z.unknown()],
  ['a text in a list', list(string(), 5)],
])('without an end: %s', (_name, schema) => expect(unlimited(schema, 'it')).toHaveLength(1));

describe('a limit', () => {
  const looked: unknown[] = [];
  const look = refine<string>((given) => {
    looked.push(given);
    return false;
  });

  test('of a text keeps everything else from looking', () => {
    expect(z.safeParse(limited(5, look), 'x'.repeat(6)).error?.issues).toHaveLength(1);
    expect(looked).toEqual([]);
    z.safeParse(limited(5, look), 'abc');
    expect(looked).toEqual(['abc']);
  });

  test('of a list keeps everybody from looking at its first', () => {
    looked.length = 0;
    expect(z.safeParse(list(limited(5, look), 2), ['a', 'b', 'c']).error?.issues).toMatchObject([
      { message: 'Must have at most 2 entries' },
    ]);
    expect(looked).toEqual([]);
  });

  test('of other fields counts them', () => {
    const Page = open({ id: limited(5) });
    expect(
      z.safeParse(Page, { id: 'a', ...Object.fromEntries(Array.from({ length: 50 }, (_, n) => [n, n])) }).success,
    ).toBe(true);
    expect(
      z.safeParse(Page, { id: 'a', ...Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n, n])) }).success,
    ).toBe(false);
  });
});
