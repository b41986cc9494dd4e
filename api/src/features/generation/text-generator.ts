import { randomInt } from 'node:crypto';
import OpenAI from 'openai';
import { DEFAULT_LENGTH, LANGUAGES, LENGTH_WORDS, TONES, type Language, type Length, type Tone } from '../../contract/generation.ts';
import { sentenceFor } from './generation-errors.ts';

export interface TextRequest {
  readonly prompt: string;
  readonly contentType: string | null;
  readonly keywords: string | null;
  readonly tone: Tone | null;
  readonly language: Language | null;
  readonly length: Length | null;
}

interface Settings {
  readonly apiKey: string | null;
  readonly baseUrl: string;
  readonly model: string;
}

const TIMEOUT_MS = 60_000;
/** The hard end: tries, waits between them and a body that stalls, all in all. */
const GIVE_UP_MS = 100_000;

/** Writes posts with any server that speaks chat completions. */
export function textGenerator({ apiKey, baseUrl, model }: Settings) {
  return {
    /**
     * @param signal ends the call when nobody waits for it any more
     * @throws AppError in words for the person who asked
     */
    async write(request: TextRequest, signal: AbortSignal): Promise<string> {
      if (apiKey === null) throw sentenceFor('no-key');
      // Made for each call: the constructor refuses to go without a key, and keys change while the server runs.
      const client = new OpenAI({ apiKey, baseURL: baseUrl, timeout: TIMEOUT_MS, maxRetries: 1 });
      const completion = await client.chat.completions.create(
        {
          model,
          messages: messagesFor(request),
          max_completion_tokens: tokensFor(request.length ?? DEFAULT_LENGTH),
          // Who asks again wants another text, also from a server that answers the same to the same.
          seed: randomInt(2 ** 31),
        },
        { signal: AbortSignal.any([signal, AbortSignal.timeout(GIVE_UP_MS)]) },
      ).catch((error: Error) => { throw sentenceFor(error); });

      const choice = completion.choices?.[0];
      const text = choice?.message?.content?.trim() ?? '';
      if (choice?.message?.refusal || choice?.finish_reason === 'content_filter') throw sentenceFor('refused');
      if (choice?.finish_reason === 'length') throw sentenceFor('cut-off');
      if (text === '') throw sentenceFor('empty');
      return text;
    },
  };
}
export type TextGenerator = ReturnType<typeof textGenerator>;

function messagesFor(request: TextRequest): OpenAI.ChatCompletionMessageParam[] {
  const [least, most] = LENGTH_WORDS[request.length ?? DEFAULT_LENGTH];
  const rules = [
    'You write posts for a Facebook page. Answer with the text of the post alone: no title line, no quotation marks around it, no Markdown.',
    ...(request.contentType ? [`Kind of post: ${request.contentType.replaceAll('-', ' ')}.`] : []),
    `Tone: ${request.tone ?? TONES[0]}. Language: ${request.language ?? LANGUAGES[0]}. Length: ${least}-${most} words.`,
    'Invent no facts, prices, dates or names that the request does not give.',
  ];
  const topic = request.keywords && !request.prompt.includes(request.keywords) ? `\nTopic: ${request.keywords}` : '';
  return [{ role: 'system', content: rules.join('\n') }, { role: 'user', content: request.prompt + topic }];
}

/** Room for the longest text asked for, hashtags and a model that thinks first. */
function tokensFor(length: Length): number {
  return 1500 + LENGTH_WORDS[length][1] * 3;
}
