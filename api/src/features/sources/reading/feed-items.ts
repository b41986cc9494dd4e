import { createHash } from 'node:crypto';
import { parseFeed } from 'htmlparser2';
import { beginningOf } from '../../../beginning-of.ts';
import { foreign } from '../../../mcp/foreign.ts';
import { dateIn, FlawedTextError } from './text-in.ts';

/** The newest of a feed; what lists more is an archive. */
const MOST_ITEMS = 100;
const TITLE_LENGTH = 300;
const BEGINNING_LENGTH = 4000;
const ADDRESS_LENGTH = 2000;

export interface FeedItem {
  /** Of its id, and of its address with its title. What has one of them in common is the same item. */
  readonly hashes: readonly [string, string];
  readonly title: string;
  /** null: it has none that anybody can open. */
  readonly address: string | null;
  readonly beginning: string;
  readonly publishedAt: Date | null;
}

export interface FeedContent {
  readonly title: string;
  /** As the feed lists them, usually the newest first. */
  readonly items: readonly FeedItem[];
}

/** The items of RSS, RDF or Atom. No entities of its own are unfolded. @throws FlawedTextError */
export function feedIn(text: string, base: string): FeedContent {
  const feed = parseFeed(text);
  if (feed === null) throw new FlawedTextError('no-feed');
  const items = feed.items.slice(0, MOST_ITEMS).map((item) => {
    const address = addressOf(item.link, base);
    const title = lineOf(item.title ?? '', TITLE_LENGTH);
    const beginning = lineOf((item.description ?? '').replace(/<[^>]{0,2000}>/g, ' '), BEGINNING_LENGTH);
    const said = `${address ?? beginning}\n${title}`;
    return {
      hashes: [hashOf(`id ${item.id ?? said}`), hashOf(`says ${said}`)] as const,
      title: title || beginningOf(beginning, TITLE_LENGTH),
      address,
      beginning,
      publishedAt: item.pubDate === undefined ? null : dateIn(item.pubDate),
    };
  });
  return { title: lineOf(feed.title ?? '', TITLE_LENGTH), items };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

function addressOf(link: string | undefined, base: string): string | null {
  if (link === undefined || !URL.canParse(link, base)) return null;
  const { href, protocol } = new URL(link, base);
  return ['http:', 'https:'].includes(protocol) && href.length <= ADDRESS_LENGTH ? href : null;
}

function lineOf(text: string, most: number): string {
  return foreign(text.replace(/\s+/g, ' ').trim(), most).untrusted.trim();
}
