import type { WebhookFormat } from '../../contract/webhooks.ts';
import { unturned } from '../../unturned.ts';

/** What a messenger is given to show. */
export interface Told {
  /** In a sentence or two; people's own texts are in it. */
  readonly summary: string;
  readonly link: string;
}

/** Longest text of one message, in UTF-16 units as all of them count at most. */
const LIMITS = { slack: 3000, discord: 2000, telegram: 4096 } as const;

/** Shows no link as a picture of where it leads. */
const SUPPRESS_EMBEDS = 4;

/** Where no letter is before it, a messenger may call people by it. */
const CALL = /(?<![\p{L}\p{N}_.])@(?=[\p{L}\p{N}_])/gu;
const WORD_JOINER = '\u2060';

/**
 * The body as a receiver of this format takes it. Nothing that somebody wrote in a post becomes markup there, or calls
 * anybody.
 * @param standard the body as receivers of our own format get it
 */
export function shapeBody(format: WebhookFormat, standard: string, url: URL): string {
  if (format === 'standard') return standard;
  const told = JSON.parse(standard) as Told;
  return JSON.stringify(MESSAGES[format](told, url));
}

/** Where the message goes: the chat is named in the body. */
export function addressFor(format: WebhookFormat, address: string): string {
  if (format !== 'telegram') return address;
  const url = new URL(address);
  url.search = '';
  return url.href;
}

const MESSAGES: Readonly<Record<Exclude<WebhookFormat, 'standard'>, (told: Told, url: URL) => object>> = {
  slack: ({ summary, link }) => ({
    text: `${fitting(uncalled(summary), LIMITS.slack - link.length - 1, slackEscaped)}\n${slackEscaped(link)}`,
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
  }),
  discord: ({ summary, link }) => ({
    content: `${fitting(uncalled(summary), LIMITS.discord - link.length - 3, discordEscaped)}\n<${link}>`,
    allowed_mentions: { parse: [] },
    flags: SUPPRESS_EMBEDS,
  }),
  // Without a `parse_mode` there is no markup.
  telegram: ({ summary, link }, url) => ({
    chat_id: url.searchParams.get('chat_id') ?? '',
    text: `${fitting(uncalled(summary), LIMITS.telegram - link.length - 1, (letter) => letter)}\n${link}`,
    link_preview_options: { is_disabled: true },
  }),
};

function slackEscaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function discordEscaped(text: string): string {
  return text.replace(/[\\`*_~|<>[\]()#:-]/g, (sign) => `\\${sign}`);
}

/** One line in which no letter turns those behind it around, and nobody is called. */
function uncalled(text: string): string {
  return unturned(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')).replace(CALL, `@${WORD_JOINER}`);
}

/** Letter by letter, so that no sign is cut in two. */
function fitting(text: string, limit: number, escape: (letter: string) => string): string {
  const whole = Array.from(text, escape);
  if (whole.reduce((length, letter) => length + letter.length, 0) <= limit) return whole.join('');
  let shown = '';
  for (const letter of whole) {
    if (shown.length + letter.length + 1 > limit) break;
    shown += letter;
  }
  return `${shown}…`;
}
