import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import type { AnswerOf, Endpoint } from '../contract/endpoint.ts';
import type { InnerInput } from '../http/handle.ts';
import { answerSchema, type Reader, type Told } from './answer.ts';
import { instantIn, said, type Said } from './said.ts';

/** What a tool works with: calls of the contract as the holder of the token, and the clocks of its reader. */
export interface ToolContext extends Reader {
  call<E extends Endpoint>(endpoint: E, input?: InnerInput<E>): Promise<AnswerOf<E>>;
  /** An instant by the reader's clocks. */
  time(at: string): Said;
}

export function toolContext(call: ToolContext['call'], { zone, now }: Reader): ToolContext {
  return { call, zone, now, time: (at) => instantIn(zone, at) };
}

interface Declared<Input extends z.ZodType, Data extends z.ZodType> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The calls that it makes: a token that may make them all sees the tool. */
  readonly calls: readonly Endpoint[];
  readonly input: Input;
  readonly data: Data;
  readonly annotations: ToolAnnotations;
  /** What is to be said of a refusal beside what is said of all of them. */
  readonly refusal?: (error: unknown) => Partial<Told>;
  run(input: z.output<Input>, context: ToolContext): Promise<Omit<Told, 'data'> & { readonly data: z.input<Data> }>;
}

/** A tool, with its shapes as they are told to clients. */
export interface Tool extends Omit<Declared<z.ZodType, z.ZodType>, 'run'> {
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  run(input: unknown, context: ToolContext): Promise<Told>;
}
type JsonSchema = { readonly [key: string]: unknown; type: 'object' };

export function tool<Input extends z.ZodType, Data extends z.ZodType>(declared: Declared<Input, Data>): Tool {
  let input: JsonSchema | undefined;
  let output: JsonSchema | undefined;
  return {
    ...declared,
    // Made when they are told: all together they take longer than the rest of this folder to start.
    get inputSchema() {
      return (input ??= schemaOf(declared.input, 'input'));
    },
    get outputSchema() {
      return (output ??= schemaOf(answerSchema(declared.data), 'output'));
    },
    async run(given, context) {
      const told = await declared.run(z.parse(declared.input, given), context);
      // Through its shape, as the answers of calls: what nobody meant to show cannot leave.
      return { ...told, data: z.parse(declared.data, told.data) as object };
    },
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Longer than all else together, and no help to anybody who writes a time.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    },
  });
  return json as JsonSchema;
}

/** What reading tools say alike. */
export const READING = {
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  notDone: said`Nothing was changed, proposed, scheduled or published.`,
  repeating: said`Safe: this only reads. The same call again gives the state of that moment.`,
} as const;
