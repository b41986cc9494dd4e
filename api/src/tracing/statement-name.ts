const VERB = /^\s*(?:with\b[\s\S]*?\)\s*)?(select|insert into|update|delete from|begin|commit|rollback|listen|lock)\b/i;
const TABLE = /\b(?:from|into|update|join|table)\s+"?([a-z_]+)"?/i;

/**
 * A statement by what it does and to what, such as `update posts`: never its text, which may hold values.
 * @param query what the driver is given: a text, or one with a name of its own
 */
export function statementName(query: unknown): string {
  const { name, text } = typeof query === 'string' ? { name: undefined, text: query } : fieldsOf(query);
  if (name !== undefined) return name;
  const verb = VERB.exec(text)?.[1]?.split(' ')[0]?.toLowerCase();
  if (verb === undefined) return 'statement';
  const table = TABLE.exec(text)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}

function fieldsOf(query: unknown): { name: string | undefined; text: string } {
  const { name, text } = (query ?? {}) as { name?: unknown; text?: unknown };
  return { name: typeof name === 'string' ? name : undefined, text: typeof text === 'string' ? text : '' };
}
