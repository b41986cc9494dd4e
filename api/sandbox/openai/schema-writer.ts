import { chanceFrom, pick } from '../chance.ts';
import type { Wish } from './prompt.ts';
import { writePost, writeTitle } from './writer.ts';

export type JsonSchema = Record<string, unknown>;

interface Writing {
  wish: Wish;
  seed: string;
  root: JsonSchema;
}
const DEEPEST = 12;

/**
 * Builds a value that is valid under the schema: types, required, enums, const, ranges, lengths, $ref, anyOf, allOf.
 */
export function writeValue(schema: JsonSchema, wish: Wish, seed: string): unknown {
  return build(schema, { wish, seed, root: schema }, 'value', 0);
}

function build(schema: JsonSchema, writing: Writing, name: string, depth: number): unknown {
  const plain = resolve(schema, writing);
  if (depth > DEEPEST) return null;
  if ('const' in plain) return plain['const'];
  const chance = chanceFrom(`${writing.seed} ${name} ${depth}`);
  if (Array.isArray(plain['enum'])) return pick(chance, plain['enum'] as unknown[]);
  switch (typeOf(plain)) {
    case 'object':
      return object(plain, writing, depth);
    case 'array':
      return array(plain, writing, name, depth, chance);
    case 'integer':
      return Math.floor(numberIn(plain, chance, true));
    case 'number':
      return numberIn(plain, chance, false);
    case 'boolean':
      return chance() < 0.5;
    case 'null':
      return null;
    default:
      return string(plain, writing, name);
  }
}

function resolve(schema: JsonSchema, { root }: Writing): JsonSchema {
  const ref = schema['$ref'];
  if (typeof ref === 'string') {
    const found = ref
      .replace(/^#\/?/, '')
      .split('/')
      .filter(Boolean)
      .reduce<unknown>((node, key) => (node as JsonSchema | undefined)?.[key], root);
    return resolve((found ?? {}) as JsonSchema, { root } as Writing);
  }
  const options = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined;
  const option = options?.find((one) => one['type'] !== 'null') ?? options?.[0];
  if (option) return resolve({ ...schema, anyOf: undefined, oneOf: undefined, ...option }, { root } as Writing);
  const all = schema['allOf'] as JsonSchema[] | undefined;
  if (all)
    return resolve(Object.assign({}, { ...schema, allOf: undefined }, ...all) as JsonSchema, { root } as Writing);
  return schema;
}

function typeOf(schema: JsonSchema): string {
  const { type } = schema;
  if (Array.isArray(type)) return (type as string[]).find((one) => one !== 'null') ?? 'null';
  if (typeof type === 'string') return type;
  if (schema['properties']) return 'object';
  return schema['items'] ? 'array' : 'string';
}

function object(schema: JsonSchema, writing: Writing, depth: number): Record<string, unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  return Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, build(one, writing, key, depth + 1)]));
}

function array(schema: JsonSchema, writing: Writing, name: string, depth: number, chance: () => number): unknown[] {
  const least = Number(schema['minItems'] ?? 1);
  const most = Math.max(least, Number(schema['maxItems'] ?? least + 3));
  const length = Math.min(most, Math.max(least, 2 + Math.floor(chance() * 2)));
  const items = (schema['items'] ?? {}) as JsonSchema;
  return Array.from({ length }, (_, index) =>
    build(items, { ...writing, seed: `${writing.seed}/${index}` }, name, depth + 1),
  );
}

function numberIn(schema: JsonSchema, chance: () => number, isWhole: boolean): number {
  const step = Number(schema['multipleOf'] ?? (isWhole ? 1 : 0.1));
  const low = Number(
    schema['minimum'] ??
      (schema['exclusiveMinimum'] === undefined
        ? Math.min(1, Number(schema['maximum'] ?? 1))
        : Number(schema['exclusiveMinimum']) + step),
  );
  const high = Number(
    schema['maximum'] ??
      (schema['exclusiveMaximum'] === undefined ? low + 9 : Number(schema['exclusiveMaximum']) - step),
  );
  const steps = Math.max(0, Math.floor((high - low) / step));
  const first = Math.ceil(low / step) * step;
  return Math.min(high, Number((first + Math.floor(chance() * (steps + 1)) * step).toFixed(6)));
}

function string(schema: JsonSchema, { wish, seed }: Writing, name: string): string {
  const formats: Record<string, string> = {
    date: '2026-11-21',
    'date-time': '2026-11-21T09:00:00Z',
    time: '09:00:00Z',
    email: 'hello@example.com',
    uri: 'https://example.com/article',
    uuid: '6f1f2b7e-3d0a-4f3e-9a53-0d8f6f0a1c11',
  };
  const { format } = schema;
  const fixed = typeof format === 'string' ? formats[format] : undefined;
  if (fixed !== undefined) return fixed;
  return fit(textFor(name, wish, seed), Number(schema['minLength'] ?? 0), Number(schema['maxLength'] ?? Infinity));
}

function textFor(name: string, wish: Wish, seed: string): string {
  if (/title|headline|heading|tajuk/i.test(name)) return writeTitle(wish, seed);
  if (/tag|keyword|slug|category|kategori/i.test(name))
    return pick(chanceFrom(`${seed} ${name}`), [
      wish.topic,
      `${wish.topic} tips`,
      'review',
      'guide',
      'news',
    ]).toLowerCase();
  if (/body|content|article|text|message|post|kandungan/i.test(name)) return writePost(wish, `${seed} ${name}`);
  if (/verdict|summary|intro|conclusion|excerpt|description|ringkasan/i.test(name))
    return writePost({ ...wish, minWords: 25, maxWords: 60, wantsHashtags: false }, `${seed} ${name}`).replaceAll(
      '\n\n',
      ' ',
    );
  return writePost({ ...wish, minWords: 10, maxWords: 30, wantsHashtags: false }, `${seed} ${name}`).replaceAll(
    '\n\n',
    ' ',
  );
}

function fit(text: string, least: number, most: number): string {
  const cut = text.length > most ? text.slice(0, most).trimEnd() : text;
  return cut.length >= least ? cut : cut.padEnd(least, '.');
}
