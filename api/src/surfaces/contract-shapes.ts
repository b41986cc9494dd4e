import * as z from 'zod';
import type { Endpoint } from '../contract/endpoint.ts';
import { jsonSchemaShape, type JsonSchema } from './json-schema-shape.ts';
import { alternatives, isList, type ObjectShape, type Shape } from './shape.ts';

/** A contract as it is imported. */
export type Contract = Readonly<Record<string, unknown>>;

/** Who may call, from few to many. */
const WIDTH = ['admin', 'user', 'public'] as const;

/** What a call has beside the names of its fields: whoever makes it counts on all of them. */
export const CALL_PARTS = ['params', 'query', 'body', 'caller', 'status', 'answer', 'cache family', 'event'];

/**
 * What each call of a contract takes and gives, by its method and path, such as `GET /api/posts/:id`. A call has one
 * shape, as a function has that takes one thing: params, query and body.
 */
export function contractShapes(contract: Contract): Record<string, Shape> {
  const calls = Object.values(contract)
    .filter(isEndpoint)
    .map((call) => [`${call.method} ${call.path}`, callShape(call)] as const);
  const { EVENTS_PATH: path, Change: change } = contract;
  const stream = typeof path === 'string' && isSchema(change) ? [[`GET ${path}`, streamShape(change)] as const] : [];
  return Object.fromEntries([...calls, ...stream].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What a screen counts on beside the shapes: each is there, or is not. */
function callShape(call: Endpoint): Shape {
  const { success = 200, chunk, access, resource } = call;
  const callers = access === 'release-token' ? [access] : WIDTH.slice(0, WIDTH.indexOf(access) + 1);
  const params = shapeOf(call.params, 'input') as ObjectShape;
  const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return {
    takes: [
      {
        fields: {
          // By their places: their names never leave the code.
          params: { is: 'tuple', of: names.map((name) => params.fields[name] ?? 'unknown') },
          query: shapeOf(call.query, 'input'),
          body: shapeOf(call.body, 'input'),
          // Whoever may call it: a call that is for fewer people from now on takes fewer.
          caller: { oneOf: callers.map((value) => ({ value })) },
          ...(call.idempotent && { 'idempotency-key?': 'string' }),
          ...(call.carriesMedia && { 'media file?': 'string' }),
          ...(call.takesFile && { 'file?': 'string' }),
        },
      },
    ],
    gives: {
      fields: {
        status: { value: success },
        answer: shapeOf(call.response, 'output'),
        'cache family': { value: resource },
        ...(chunk && { chunk: shapeOf(chunk, 'output') }),
      },
    },
  };
}

/** What an event may name is known by name: a screen passes over what it does not know. */
function streamShape(change: z.ZodType): Shape {
  const event = shapeOf(change, 'output') as ObjectShape;
  const fields = Object.entries(event.fields).map(([name, shape]) => {
    const named = isList(shape) ? alternatives(shape.list) : [];
    const values = named.flatMap((one) => (typeof one === 'object' && 'value' in one ? [String(one.value)] : []));
    return [name, values.length > 0 ? { fields: Object.fromEntries(values.map((one) => [one, 'string'])) } : shape];
  });
  return { takes: [], gives: { fields: { event: { fields: Object.fromEntries(fields) as ObjectShape['fields'] } } } };
}

/** Of its own: names that others give to shapes would stand in the place of what is in them. */
const NAMELESS = z.registry<Record<string, unknown>>();

function shapeOf(schema: z.core.$ZodType, io: 'input' | 'output'): Shape {
  const options = { io, unrepresentable: 'any', reused: 'inline', metadata: NAMELESS } as const;
  return jsonSchemaShape(z.toJSONSchema(schema, options) as JsonSchema, io);
}

const isSchema = (value: unknown): value is z.ZodType => typeof value === 'object' && value !== null && '_zod' in value;

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value;
