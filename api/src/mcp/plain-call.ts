export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A call of a tool as the SDK takes it, whatever is wrong with it: our own words say that, where the SDK would answer
 * with its schema. Nothing else of it is used, and a wish to have it done as a task, which we do not offer, would make
 * an error of the answer to what has been done.
 * @returns what was given as `arguments` as `arguments.given`; other messages as they are
 */
export function plainCall(message: unknown): unknown {
  if (!isRecord(message) || message['method'] !== 'tools/call') return message;
  const { name, arguments: given } = isRecord(message['params']) ? message['params'] : {};
  return {
    ...message,
    params: { name: typeof name === 'string' ? name : '', arguments: { given: given ?? {} } },
  };
}
