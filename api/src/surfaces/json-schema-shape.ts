import { isObject, oneOf, type Limits, type ObjectShape, type Shape } from './shape.ts';

/** What of JSON Schema comes out of zod. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: string | number | boolean | null;
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly not?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly $ref?: string;
}

const LIMITS = [
  'maxLength',
  'minLength',
  'pattern',
  'format',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxItems',
  'minItems',
];
/** Beyond them JavaScript has no whole numbers: no limit that anybody chose. */
const SAFE = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];

/**
 * @param io `input`: what is sent, with its limits; of an `output` only the format counts, which its readers parse
 */
export function jsonSchemaShape(schema: JsonSchema, io: 'input' | 'output'): Shape {
  const { type, anyOf, allOf } = schema;
  const inner = (one: JsonSchema) => jsonSchemaShape(one, io);
  const any = anyOf ?? schema.oneOf;
  if (schema.const !== undefined) return { value: schema.const };
  if (schema.enum !== undefined) return oneOf(schema.enum.map((value) => ({ value })));
  if (any !== undefined) return oneOf(any.map(inner));
  if (allOf !== undefined) return bothOf(allOf.map(inner));
  if (schema.not !== undefined) return 'never';
  if (typeof type === 'object') return oneOf(type.map((one) => inner({ ...schema, type: one })));
  if (type === 'object') return objectShape(schema, io);
  if (type === 'array') return arrayShape(schema, io);
  if (type === 'null') return { value: null };
  if (type === undefined) return schema.$ref === undefined ? 'unknown' : '…';
  const is = type === 'integer' ? 'number' : type;
  const limits = limitsOf(schema, io);
  return Object.keys(limits).length === 0 ? is : { is, limits };
}

function objectShape(
  { properties = {}, required = [], additionalProperties: rest }: JsonSchema,
  io: 'input' | 'output',
): ObjectShape {
  const fields = Object.entries(properties).map(
    ([name, inner]) => [`${name}${required.includes(name) ? '' : '?'}`, jsonSchemaShape(inner, io)] as const,
  );
  return {
    fields: Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1))),
    ...(rest === false && io === 'input' && { isExact: true }),
    ...(typeof rest === 'object' && Object.keys(rest).length > 0 && { rest: jsonSchemaShape(rest, io) }),
  };
}

function arrayShape(schema: JsonSchema, io: 'input' | 'output'): Shape {
  if (schema.prefixItems !== undefined)
    return { is: 'tuple', of: schema.prefixItems.map((one) => jsonSchemaShape(one, io)) };
  const limits = limitsOf(schema, io);
  return {
    list: jsonSchemaShape(schema.items ?? {}, io),
    ...(Object.keys(limits).length > 0 && { limits }),
  };
}

/** Of objects that have to be both: the fields of both. */
function bothOf(shapes: readonly Shape[]): Shape {
  if (!shapes.every(isObject)) return { is: 'all of', of: shapes };
  return { fields: Object.assign({}, ...shapes.map(({ fields }) => fields)) as ObjectShape['fields'] };
}

function limitsOf(schema: JsonSchema, io: 'input' | 'output'): Limits {
  const { format, type } = schema as { format?: string; type?: unknown };
  if (io === 'output') return format === undefined ? {} : { format };
  const kept = Object.entries(schema).filter(
    ([name, value]) =>
      LIMITS.includes(name) && !SAFE.includes(value as number) && !(name === 'pattern' && format !== undefined),
  );
  return { ...(Object.fromEntries(kept) as Limits), ...(type === 'integer' && { format: 'whole number' }) };
}
