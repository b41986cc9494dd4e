import { KEY_UNTRIED } from '../../contract/configuration.ts';
import type { AiFailure } from '../../contract/automation-reasons.ts';
import { AppError, InvalidInputError, UnavailableError } from '../../http/errors.ts';
import { FiztechError } from '../../networks/fiztech/fiztech-error.ts';
import type { FiztechClient } from '../../networks/fiztech/fiztech-client.ts';
import type { Complete } from '../../ai/ai.ts';
import { failureOf } from '../../ai/ai-errors.ts';
import { rendered } from '../../prompts/prompt.ts';
import type { Writing } from '../../prompts/writing.ts';

interface Finding {
  readonly works: boolean;
  readonly message: string;
}

const MAX_TOKENS = 500;
/** Whether the key is wrong or the setup: nobody can write with it. */
const NOT_SERVED: ReadonlySet<AiFailure> = new Set(['no-model', 'bad-setup']);
/** After these nobody knows whether the key is right. After any other the AI has looked at more than the key. */
const UNTRIED: ReadonlySet<AiFailure> = new Set(['broken-off', 'stopped', 'slow', 'down', 'garbled', 'too-much']);

interface Deps {
  readonly complete: Complete;
  /** As `complete`, with a key that is not in use yet, and without patience. */
  completeWith(key: string): Complete;
  writing(): Writing;
  readonly fiztech: FiztechClient | null;
}

/** One real call each: what an administrator wants to know before people do. */
export function keyTests({ complete, completeWith, writing, fiztech }: Deps) {
  const question = () => {
    const { model, prompt } = writing();
    return { ...rendered(prompt('key-trial'), {}), model, maxTokens: MAX_TOKENS };
  };
  return {
    /**
     * Tries a key before it is kept.
     * @throws InvalidInputError when the AI refuses it, UnavailableError when the AI gives no answer, or no text
     */
    async tryOpenai(key: string, signal: AbortSignal): Promise<void> {
      try {
        await completeWith(key)(question(), signal);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const failure = failureOf(error);
        if (failure === 'bad-key')
          throw new InvalidInputError(
            "OpenAI doesn't accept this key, so it wasn't saved. The key in use hasn't changed.",
          );
        if (failure === null || UNTRIED.has(failure))
          throw new UnavailableError("We couldn't reach OpenAI to try this key, so it wasn't saved yet.", {
            code: KEY_UNTRIED,
          });
        if (NOT_SERVED.has(failure))
          throw new UnavailableError("OpenAI won't write anything with this key, so it wasn't saved yet.", {
            code: KEY_UNTRIED,
          });
      }
    },

    async openai(signal: AbortSignal): Promise<Finding> {
      try {
        await complete(question(), signal);
        return { works: true, message: 'The key works. The AI wrote a short text with it.' };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { works: false, message: error.message };
      }
    },

    async fiztech(): Promise<Finding> {
      if (fiztech === null)
        return { works: false, message: "The tech site's address isn't set. Set FIZTECH_API_URL on the server." };
      try {
        await fiztech.find('pagecast-key-test');
        return { works: true, message: 'The key works. The tech site answered.' };
      } catch (error) {
        if (!(error instanceof FiztechError)) throw error;
        return { works: false, message: wordsFor(error) };
      }
    },
  };
}
export type KeyTests = ReturnType<typeof keyTests>;

function wordsFor(error: FiztechError): string {
  switch (error.kind) {
    case 'configuration':
      return "The tech site doesn't accept this key.";
    case 'rate-limited':
      return 'The tech site is limiting our requests right now. The key may be fine. Try again later.';
    case 'transient':
      return "The tech site isn't responding. The key may be fine. Try again in a minute.";
    case 'bad':
      return `The tech site refused the request: ${error.message}`;
  }
}
