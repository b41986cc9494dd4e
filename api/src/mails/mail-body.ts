/** A mail, before it is text and HTML. Everything in it is data: it is escaped where it is put in. */
export interface MailBody {
  readonly intro?: string;
  readonly items: readonly MailItem[];
  readonly more?: string;
  /** What is to be pressed, in large. */
  readonly action?: { readonly label: string; readonly url: string };
  readonly notes?: readonly string[];
  readonly footer?: {
    readonly why: string;
    readonly links: readonly { readonly label: string; readonly url: string }[];
  };
}
interface MailItem {
  readonly title: string;
  readonly description: string;
  readonly link: { readonly label: string; readonly url: string };
}

/** One line: nothing in it begins another. */
export function oneLine(text: string, maxLength: number): string {
  const line = text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed();
  if (line.length <= maxLength) return line;
  return `${line
    .slice(0, maxLength - 1)
    .toWellFormed()
    .replace(/\ufffd$/u, '')
    .trimEnd()}…`;
}

export function plainText({ intro, items, more, action, notes = [], footer }: MailBody): string {
  const parts = [
    intro,
    ...items.map(({ title, description, link }) => [title, description, link.url].filter(Boolean).join('\n')),
    more,
    action === undefined ? undefined : `${action.label}:\n${action.url}`,
    ...notes,
    footer === undefined
      ? undefined
      : ['--', footer.why, ...footer.links.map(({ label, url }) => `${label}: ${url}`)].join('\n'),
  ];
  return `${parts.filter((part) => part !== undefined && part !== '').join('\n\n')}\n`;
}

/** Colours stand in style attributes for clients that read nothing else; a style element turns them for dark ones. */
const DARK =
  '@media (prefers-color-scheme: dark){body,.page{background:#16181d!important}.card{background:#21242b!important;' +
  'border-color:#3a3f4a!important}.ink,h1,h2{color:#f2f3f5!important}.soft{color:#b6bcc8!important}' +
  'a.link{color:#8ab4ff!important}}';
const STYLE = {
  body: "margin:0;background:#f4f5f7;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  page: 'background:#f4f5f7;padding:24px 12px',
  column: 'max-width:560px;margin:0 auto',
  heading: 'margin:0 0 16px;color:#1c1f26;font-size:20px',
  card: 'background:#ffffff;border:1px solid #dfe2e8;border-radius:8px;padding:16px;margin:0 0 12px',
  title: 'margin:0 0 4px;color:#1c1f26;font-size:16px',
  text: 'margin:0 0 12px;color:#1c1f26;font-size:15px;line-height:1.5',
  description: 'margin:0 0 8px;color:#4d5463;font-size:14px;line-height:1.5',
  link: 'color:#1657c9;font-size:14px',
  action: 'margin:20px 0',
  button:
    'display:inline-block;background:#1657c9;color:#ffffff;padding:12px 20px;border-radius:8px;' +
    'text-decoration:none;font-size:15px',
  footer: 'margin:24px 0 0;color:#4d5463;font-size:13px;line-height:1.6',
} as const;
/** What the style element turns in the dark. */
const CLASS: Readonly<Partial<Record<keyof typeof STYLE, string>>> = {
  page: 'page',
  card: 'card',
  text: 'ink',
  description: 'soft',
  footer: 'soft',
  link: 'link',
};

/** @param inner markup */
function tag(name: string, style: keyof typeof STYLE, inner: string, href?: string): string {
  const isOf = CLASS[style] === undefined ? '' : ` class="${CLASS[style]}"`;
  const leadsTo = href === undefined ? '' : ` href="${escaped(href)}"`;
  return `<${name}${isOf} style="${STYLE[style]}"${leadsTo}>${inner}</${name}>`;
}

export function markup(subject: string, { intro, items, more, action, notes = [], footer }: MailBody): string {
  const parts = [
    tag('h1', 'heading', escaped(subject)),
    ...(intro === undefined ? [] : [tag('p', 'text', escaped(intro))]),
    ...items.map(card),
    ...(more === undefined ? [] : [tag('p', 'text', escaped(more))]),
    ...(action === undefined ? [] : [tag('p', 'action', tag('a', 'button', escaped(action.label), action.url))]),
    ...notes.map((note) => tag('p', 'text', escaped(note))),
    ...(footer === undefined ? [] : [footerOf(footer)]),
  ];
  return [
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escaped(subject)}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<style>${DARK}</style></head>`,
    tag('body', 'body', tag('div', 'page', tag('div', 'column', parts.join('')))),
    '</html>',
  ].join('');
}

function card({ title, description, link }: MailItem): string {
  return tag(
    'div',
    'card',
    tag('h2', 'title', escaped(title)) +
      (description === '' ? '' : tag('p', 'description', escaped(description))) +
      tag('a', 'link', escaped(link.label), link.url),
  );
}

function footerOf({ why, links }: NonNullable<MailBody['footer']>): string {
  const shown = links.map(({ label, url }) => tag('a', 'link', escaped(label), url));
  return tag('p', 'footer', `${escaped(why)}<br>${shown.join(' · ')}`);
}

/** Text as it is put into markup. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
