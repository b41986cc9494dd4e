import * as z from 'zod';
import type { CreateDocumentOptions } from 'zod-openapi';
import * as contract from '../../contract/index.ts';

type Schema = z.core.$ZodType;

/**
 * Shapes that the contract has a name for are said once in the document, under that name. Others stand where they are
 * used.
 */
export function nameShapes(): void {
  for (const [name, value] of Object.entries(contract)) {
    if (/^[A-Z][a-z]/.test(name) && isShape(value) && z.globalRegistry.get(value) === undefined)
      z.globalRegistry.add(value, { id: name, outputId: name });
  }
}

/** Only what answers say: what callers send under the same name may have looser types. */
function isShape(value: unknown): value is z.core.$ZodObject {
  return typeof value === 'object' && value !== null && '_zod' in value && (value as Schema)._zod.def.type === 'object';
}

const FORMATS: ReadonlySet<string> = new Set(['date', 'date-time', 'uuid', 'email']);

/** What zod alone cannot know of our schemas. */
export const HOW: CreateDocumentOptions = {
  allowEmptySchema: { custom: true, unknown: true, any: true },
  override({ zodSchema, jsonSchema, io }) {
    const { def } = zodSchema._zod;
    // `list` and `open` count before they look: what they look for stands behind the count.
    if (io === 'input' && def.type === 'pipe' && def.in._zod.def.type === 'custom')
      Object.assign(jsonSchema, replaced(jsonSchema, plain(def.out)));
    // What a format says is not said again in a pattern, which for times is as long as a paragraph.
    if (jsonSchema.format !== undefined && FORMATS.has(jsonSchema.format)) delete jsonSchema.pattern;
    // Fields are added without notice, as readers of the contract know; what is sent has to be known to us.
    if (io === 'output' && def.type === 'object' && jsonSchema.additionalProperties === false)
      delete jsonSchema.additionalProperties;
  },
};

/** The shape without names, as what is sent. */
function plain(schema: Schema): object {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    metadata: z.registry<z.core.JSONSchemaMeta>(),
    override: (context) => HOW.override?.({ ...context, io: 'input' } as never),
  });
  return shape;
}

function replaced(old: object, shape: object): object {
  for (const key of Object.keys(old)) delete (old as Record<string, unknown>)[key];
  return shape;
}
