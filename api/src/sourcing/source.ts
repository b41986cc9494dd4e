import type { Language } from '../contract/generation.ts';
import { fenced } from '../prompts/fenced.ts';

/** What somebody else has published, that a text is about. */
export interface PublishedSource {
  /** Where everybody can read it; null for a file. */
  readonly address: string | null;
  /** How a text names it. */
  readonly name: string;
  readonly title: string;
  readonly author: string | null;
  readonly publishedAt: Date | null;
  readonly text: string;
}

/** What a text about a source was asked for with. */
export interface AboutSource {
  readonly source: PublishedSource;
  /** What the person themselves asked for: words and links in it are theirs. */
  readonly request: string;
  readonly language: Language;
}

/** All that the source says, for who looks for where a claim comes from. */
export function wordsOfSource({ title, author, publishedAt, text, name, address }: PublishedSource): string {
  const day = publishedAt?.toISOString().slice(0, 10);
  return [title, author, day, name, address, text].filter((part) => part !== null && part !== undefined).join('\n');
}

/** The source as data for the AI, a JSON text a line. */
export function fencedSource({ title, author, publishedAt, text }: PublishedSource): string {
  return [
    `Title: ${title}`,
    ...(author === null ? [] : [`By: ${author}`]),
    ...(publishedAt === null ? [] : [`Published: ${publishedAt.toISOString().slice(0, 10)}`]),
    ...text.split('\n'),
  ]
    .map((line) => fenced(line))
    .join('\n');
}

/** The name that a text gives a source; null for a file, whose name says nothing to others. */
export function nameOf({ address, name }: PublishedSource): string | null {
  return address === null ? null : name;
}
