import type { FeedContent } from './feed-items.ts';
import { askProcess } from '../../../processes/ask-process.ts';

/** What a page or a file says, without what is around it. */
export interface ReadText {
  readonly title: string;
  readonly author: string | null;
  readonly publishedAt: Date | null;
  /** Paragraphs, a line each. */
  readonly text: string;
  readonly isCut: boolean;
}

/** Why nothing can be read in a file. */
export type TextFlaw = 'binary' | 'no-text' | 'needs-login' | 'password' | 'broken' | 'too-complex' | 'no-feed';

/** What the process that reads a file tells. */
export type TextReading = { readonly read: ReadText } | { readonly feed: FeedContent } | { readonly flaw: TextFlaw };

/** What is said of a file by who sent it. */
export interface FileFacts {
  readonly contentType: string | null;
  readonly name: string;
  /** It is to be a feed, found at this address. */
  readonly feedAt?: string;
}

/** Beside `COMPUTING_LIMIT_SECONDS`, where others take the time of this machine. */
const WITHIN_MS = 60_000;

/**
 * What a file says, read by a process of its own with bounded memory and computing, after everybody else's turn and
 * without our secrets: whatever a page does to it ends there.
 * @returns null when this machine has no room for it
 */
export async function textInFile(file: string, facts: FileFacts): Promise<TextReading | null> {
  const module = new URL('./read-text.process.ts', import.meta.url);
  try {
    const { said, signal } = await askProcess<TextReading>(module, [file, JSON.stringify(facts)], {
      withinMs: WITHIN_MS,
    });
    return said ?? (signal === null ? null : { flaw: 'too-complex' });
  } catch {
    return null;
  }
}
