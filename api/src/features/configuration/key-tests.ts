import { AppError } from '../../http/errors.ts';
import { FiztechError } from '../../networks/fiztech/fiztech-error.ts';
import type { FiztechClient } from '../../networks/fiztech/fiztech-client.ts';
import type { Complete } from '../generation/completion.ts';

interface Finding {
  readonly works: boolean;
  readonly message: string;
}

/** One real call each with the key in use: what an administrator wants to know before people do. */
export function keyTests({ complete, fiztech }: { complete: Complete; fiztech: FiztechClient | null }) {
  return {
    async openai(signal: AbortSignal): Promise<Finding> {
      try {
        await complete(
          { rules: 'Answer with the single word OK.', prompt: 'Is anybody there?', maxTokens: 500 },
          signal,
        );
        return { works: true, message: 'The key works. The AI wrote a short text with it.' };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { works: false, message: error.message };
      }
    },

    async fiztech(): Promise<Finding> {
      if (fiztech === null)
        return { works: false, message: 'The address of the tech site is not set (FIZTECH_API_URL).' };
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
