import * as z from 'zod/mini';
import { CommandError } from './exit-codes.ts';

/** What servers keep for themselves in JSON-RPC. */
const REFUSED = -32_000;
const Refusal = z.object({ error: z.object({ code: z.number(), message: z.string() }) });

type JsonRpcError = z.infer<typeof Refusal>['error'];

/** The server turned the message away before it looked at what it asks for. */
class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly refusal: JsonRpcError;
  constructor(refusal: JsonRpcError) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Of an answer that is no yes. What is not said by Pagecast, such as a proxy's page, says nothing of what was done. */
export async function refusalIn(answer: Response): Promise<Error> {
  const { data } = z.safeParse(Refusal, await answer.json().catch(() => null));
  if (data === undefined || answer.status >= 500) return new Error(`The server answered ${answer.status}.`);
  return new RefusedError(data.error);
}

/**
 * What an assistant is told in place of the answer that did not come. One that hears nothing waits, and then tries
 * again without knowing whether that is safe.
 */
export function unanswered(error: unknown): JsonRpcError {
  if (error instanceof RefusedError) return error.refusal;
  if (error instanceof CommandError) return { code: REFUSED, message: `Nothing was done. ${error.message}` };
  return {
    code: REFUSED,
    message:
      'Not known whether it was done: Pagecast gave no answer. Do not take it for done, and do not take it for ' +
      'failed. Wait a minute, then send exactly the same call once more: nothing is made a second time.',
  };
}
