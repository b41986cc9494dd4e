import { z } from 'zod';
import { TOKEN_STATES } from './entities.ts';

const ms = z.coerce.number().min(0).max(3_600_000);

/** Every action of a fault, after its accepted spellings were brought into one form. */
export const FaultAction = z.discriminatedUnion('name', [
  z.strictObject({
    name: z.literal('error'),
    http: z.coerce.number().int().min(200).max(599).optional(),
    code: z.union([z.number(), z.string()]).optional(),
    subcode: z.number().optional(),
    type: z.string().optional(),
    message: z.string().optional(),
    param: z.string().nullable().optional(),
    is_transient: z.boolean().optional(),
    error_user_title: z.string().optional(),
    error_user_msg: z.string().optional(),
    error_data: z.unknown().optional(),
    headers: z.record(z.string(), z.string()).optional(),
  }),
  z.strictObject({ name: z.literal('hang') }),
  z.strictObject({ name: z.literal('delay'), ms }),
  // Goes on once the fault is taken away.
  z.strictObject({ name: z.literal('hold') }),
  z.strictObject({ name: z.literal('reset') }),
  z.strictObject({ name: z.literal('half-body') }),
  z.strictObject({ name: z.literal('html'), http: z.coerce.number().int().min(200).max(599).default(502) }),
  z.strictObject({ name: z.literal('empty'), http: z.coerce.number().int().min(200).max(599).default(200) }),
  z.strictObject({ name: z.literal('bad-json') }),
  // Any body, as text or as JSON: forms that Facebook or a proxy before it has, and that no other action names.
  z.strictObject({
    name: z.literal('answer'),
    http: z.coerce.number().int().min(200).max(599).default(200),
    body: z.unknown(),
    content_type: z.string().default('application/json; charset=UTF-8'),
    headers: z.record(z.string(), z.string()).optional(),
  }),
  z.strictObject({
    name: z.literal('200-with-error'),
    code: z.number().default(2),
    subcode: z.number().optional(),
    message: z.string().optional(),
  }),
  z.strictObject({ name: z.literal('read-lag'), ms }),
  z.strictObject({
    name: z.literal('throttle'),
    page: z.string().optional(),
    app: z.string().optional(),
    user: z.string().optional(),
    scope: z.enum(['page', 'app', 'user']).optional(),
    id: z.string().optional(),
    minutes: z.coerce.number().positive().default(60),
    climb: z.coerce.number().int().min(0).default(0),
  }),
  z.strictObject({ name: z.literal('token'), id: z.string(), state: z.enum(TOKEN_STATES) }),
  z.strictObject({ name: z.literal('stall-after-headers') }),
  z.strictObject({ name: z.literal('cut-stream'), n: z.coerce.number().int().min(0).default(1) }),
  z.strictObject({
    name: z.literal('ai-answer'),
    text: z.string().optional(),
    refusal: z.string().optional(),
    finish_reason: z.enum(['stop', 'length', 'content_filter']).default('stop'),
  }),
  z.strictObject({ name: z.literal('drop-page-from-accounts'), page: z.string() }),
  z.strictObject({ name: z.literal('rename-page'), page: z.string(), to: z.string().min(1) }),
  z.strictObject({ name: z.literal('paging-empty-with-next') }),
]);
export type FaultAction = z.infer<typeof FaultAction>;

export const ACTION_NAMES = FaultAction.options.map((option) => option.shape.name.value);

/** The unnamed argument of a short form such as `"delay 500"` or `{"delay": 500}`. */
const ARGUMENT: Partial<Record<string, string>> = {
  delay: 'ms',
  'ai-answer': 'text',
  'read-lag': 'ms',
  html: 'http',
  empty: 'http',
  'cut-stream': 'n',
  error: 'code',
  'drop-page-from-accounts': 'page',
};
const ALIASES: Record<string, string> = { 'html-502': 'html', 'empty-200': 'empty', 'hang-up': 'reset' };

/**
 * Brings the accepted spellings into one: `"hang"`, `"delay 500"`, `{type:'error', code:190}`, `{error:{code:190}}`,
 * `{delay:500}`, each with further fields beside `action` in the fault itself.
 * @returns a plain object for `FaultAction`, or null when no action is named
 */
export function spellOut(action: unknown, siblings: Record<string, unknown>): Record<string, unknown> | null {
  if (typeof action === 'string') {
    const [word = '', argument] = action.trim().split(/\s+/);
    return isAction(word) ? build(word, argument, siblings) : null;
  }
  if (typeof action !== 'object' || action === null || Array.isArray(action)) return null;
  const fields = { ...siblings, ...(action as Record<string, unknown>) };
  for (const key of ['name', 'kind', 'type']) {
    const value = fields[key];
    if (typeof value !== 'string' || !isAction(value)) continue;
    const { [key]: _used, errorType, ...rest } = fields;
    return build(value, undefined, errorType === undefined ? rest : { ...rest, type: errorType });
  }
  const entries = Object.entries(action as Record<string, unknown>);
  const [first] = entries;
  if (!first || entries.length !== 1 || !isAction(first[0])) return null;
  const [word, value] = first;
  return typeof value === 'object' && value !== null
    ? build(word, undefined, { ...siblings, ...value })
    : build(word, value === true ? undefined : value, siblings);
}

function isAction(word: string): boolean {
  return (ACTION_NAMES as string[]).includes(ALIASES[word] ?? word);
}

/** Other names for the same field, so that nobody has to look them up. */
const FIELD_ALIASES: Record<string, string> = {
  status: 'http',
  error_subcode: 'subcode',
  isTransient: 'is_transient',
  delayMs: 'ms',
  chunks: 'n',
  bytes: 'n',
  newName: 'to',
};

function build(word: string, argument: unknown, siblings: Record<string, unknown>): Record<string, unknown> {
  const name = ALIASES[word] ?? word;
  const key = ARGUMENT[name];
  // `"action": "error", "error": {…}` and `"action": "delay", "delay": 500` repeat the action's name as a field.
  const { [word]: repeated, ...rest } = siblings;
  const fields = typeof repeated === 'object' && repeated !== null ? { ...rest, ...repeated } : rest;
  const whole: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fields))
    if (field !== 'name') whole[FIELD_ALIASES[field] ?? field] = value;
  const unnamed = argument ?? (typeof repeated === 'object' ? undefined : repeated);
  if (unnamed !== undefined && key !== undefined)
    whole[key] = typeof unnamed === 'string' && /^\d+$/.test(unnamed) && key !== 'page' ? Number(unnamed) : unnamed;
  if (name === 'rename-page') whole['to'] ??= fields['name'];
  if (name === 'token') {
    whole['id'] ??= whole['page'] ?? whole['user'] ?? whole['token'] ?? repeated;
    for (const field of ['page', 'user', 'token']) delete whole[field];
  }
  return { ...whole, name };
}
