import type { Config } from '../config/config.ts';
import type { AiFailure } from '../contract/automation-reasons.ts';

export interface AiRequest {
  /** The server's own when left out. */
  readonly model?: string;
  readonly rules: string;
  readonly prompt: string;
  readonly maxTokens: number;
  /** The answer is JSON of this schema. */
  readonly schema?: { readonly name: string; readonly schema: Record<string, unknown> };
  /** Takes each chunk of the answer as it comes; without it the answer comes whole. */
  readonly onChunk?: ((text: string) => void) | undefined;
}

/** What one answer took. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface Completed {
  readonly text: string;
  /** null when the server did not tell. */
  readonly usage: Usage | null;
}

/**
 * One answer of the AI.
 * @param signal ends the call when nobody waits for it any more
 * @throws AppError in words for the person who asked
 */
export type Complete = (request: AiRequest, signal: AbortSignal) => Promise<Completed>;

/** An answer as it came, not yet judged. */
export interface Written {
  readonly text: string;
  readonly isRefused: boolean;
  /** Why it ended: `stop`, `length`, `content_filter`; null when it broke off. */
  readonly ending: string | null;
  readonly usage: Usage | null;
}

/** Makes a call again when it failed in a way that is worth it. Only what comes before the first chunk may go in. */
export type Again = <Answer>(ask: () => Promise<Answer>) => Promise<Answer>;

/**
 * What a text would be taken down for; none where it is fine, and null where nobody can tell: the AI's server has no
 * such call, gives no answer, or has no key.
 */
export type Moderate = (text: string, signal?: AbortSignal) => Promise<readonly string[] | null>;

/** What a provider makes of an error of its own library. */
export interface Diagnosis {
  readonly failure: AiFailure;
  /** The provider answered, and with an error: nothing is on the bill. */
  readonly isAnswered: boolean;
  readonly retryAfterSeconds: number | null;
  readonly isWorthAnotherCall: boolean;
  /** What support needs, without the provider's message: it may hold part of the key. */
  readonly trace: object;
}

export interface AiServer {
  readonly baseUrl: string;
  readonly model: string;
}

/** All that differs between providers of AI. */
export interface AiProvider {
  /** As the price list names it. */
  readonly name: string;
  serverOf(config: Config): AiServer;
  ask(
    request: AiRequest,
    options: AiServer & { readonly apiKey: string; readonly signal: AbortSignal; readonly again: Again },
  ): Promise<Written>;
  /**
   * What a text would be taken down for, such as `violence`; none where it is fine.
   * @returns null where the server has no such call
   * @throws an error of its library when the server gives no answer
   */
  moderate(
    text: string,
    options: {
      readonly baseUrl: string;
      readonly apiKey: string;
      readonly giveUpMs: number;
      readonly signal: AbortSignal | undefined;
    },
  ): Promise<string[] | null>;
  /** null for an error that is none of its library's. */
  diagnose(error: Error): Diagnosis | null;
}
