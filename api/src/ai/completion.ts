import pRetry from 'p-retry';
import type { Again, AiServer, Complete, Completed, Written } from './ai.ts';
import { isWorthAnotherCall, sentenceFor } from './ai-errors.ts';
import { PROVIDER } from './provider.ts';

export interface Patience {
  /** How often a call without an answer is made again; 1 when left out. */
  readonly retries?: number;
  /** How long all of it may take. */
  readonly giveUpMs?: number;
}

export interface AiSettings extends AiServer, Patience {
  /** Asked for each call, since it can change while the server runs; null where none is set. */
  apiKey(): string | null;
}

/** The hard end: tries, waits between them and a body that stalls, all in all. */
const GIVE_UP_MS = 100_000;
const TEXT_LIMIT = 200_000;

/** Answers of the AI behind these settings, as long as one has patience. */
export function completion({ apiKey: keyInUse, retries = 1, giveUpMs = GIVE_UP_MS, ...server }: AiSettings): Complete {
  return async (request, signal) => {
    const apiKey = keyInUse();
    if (apiKey === null) throw sentenceFor('no-key');
    const ends = AbortSignal.any([signal, AbortSignal.timeout(giveUpMs)]);
    const again: Again = (ask) =>
      pRetry(ask, {
        retries,
        minTimeout: 500,
        randomize: true,
        signal: ends,
        shouldRetry: ({ error }) => isWorthAnotherCall(error),
      });
    const written = await PROVIDER.ask(request, {
      ...server,
      model: request.model ?? server.model,
      apiKey,
      signal: ends,
      again,
    }).catch((error: unknown) => {
      if (signal.aborted) throw sentenceFor('stopped');
      throw sentenceFor(error instanceof Error ? error : new Error(String(error)));
    });
    return judged(written);
  };
}

/** @throws AppError for an answer of no use */
function judged(written: Written): Completed {
  // The one character that the database cannot keep.
  const text = written.text.replaceAll('\0', '').trim();
  const { usage } = written;
  if (written.isRefused || written.ending === 'content_filter') throw sentenceFor('refused', usage);
  if (written.ending === 'length') throw sentenceFor('cut-off', usage);
  if (written.ending === null && text !== '') throw sentenceFor('broken-off', usage);
  if (text === '') throw sentenceFor('empty', usage);
  if (text.length > TEXT_LIMIT) throw sentenceFor('too-much', usage);
  return { text, usage };
}
