import { beginningOf } from '../beginning-of.ts';
import type { Language } from '../contract/generation.ts';
import { linkFilter, withoutOtherLinks } from './links.ts';
import { withQuotesMarked } from './quotes.ts';
import { nameOf, type AboutSource, type PublishedSource } from './source.ts';

const SOURCE: Readonly<Record<Language, string>> = { English: 'Source', 'Bahasa Melayu': 'Sumber' };
/** Of a line that names a source, as models write it in either language. */
const LABEL = /^(?:source|sumber)(?=\s*:)/gim;
const HASHTAGS = /(?:\s*#[\p{L}\p{N}_]+)+\s*$/u;

/**
 * A text by the AI about a source, held to what every such text has to be, whatever the model made of it: without links
 * that nobody gave, with what is taken over in quotation marks, and with its source named.
 */
export function heldToSource(text: string, about: AboutSource): string {
  const { source, language } = about;
  const label = SOURCE[language];
  const quoted = withQuotesMarked(withoutOtherLinks(text, knownLinks(about)), source.text);
  const name = nameOf(source);
  if (name === null) return quoted;
  if (quoted.toLowerCase().includes(name.toLowerCase())) return quoted.replace(LABEL, label);
  const tags = HASHTAGS.exec(quoted)?.[0] ?? '';
  const body = quoted.slice(0, quoted.length - tags.length).trimEnd();
  return [body, `${label}: ${name}`, tags.trim()].filter((part) => part !== '').join('\n\n');
}

/** The pieces of such a text while it is written: links that nobody gave are never shown. */
export function piecesAbout(about: AboutSource): (piece: string) => string {
  return linkFilter(knownLinks(about));
}

function knownLinks({ source: { address, name }, request }: AboutSource): string[] {
  return [request, ...(address === null ? [] : [address, name])];
}

interface Article {
  readonly title: string;
  readonly body: string;
  readonly summary?: string | undefined;
  readonly tags: readonly string[];
}

/** The same for an article, which links to its source. */
export function articleHeldToSource<Written extends Article>(article: Written, source: PublishedSource): Written {
  const about: AboutSource = { source, request: '', language: 'English' };
  const plain = (text: string) => withoutOtherLinks(text, []).trim();
  const body = withQuotesMarked(withoutOtherLinks(article.body, knownLinks(about)), source.text).trim();
  const links = source.address === null || body.includes(source.address) ? '' : `\n\nSource: ${linkTo(source)}`;
  return {
    ...article,
    title: plain(article.title) || beginningOf(source.title, 300),
    body: body + links,
    ...(article.summary === undefined ? {} : { summary: withQuotesMarked(plain(article.summary), source.text) }),
    tags: article.tags.map(plain).filter((tag) => tag !== ''),
  };
}

/** An article that is still being written. */
export function heldSoFar<Draft extends { title: string; body: string }>(
  draft: Draft,
  source: PublishedSource | null,
): Draft {
  if (source === null) return draft;
  const known = source.address === null ? [] : [source.address, source.name];
  return { ...draft, title: withoutOtherLinks(draft.title, known), body: withoutOtherLinks(draft.body, known) };
}

const linkTo = ({ name, address }: PublishedSource) =>
  `[${name}](${(address ?? '').replace(/[()]/g, encodeURIComponent)})`;
