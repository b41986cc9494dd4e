import { PAGE_STYLES } from '../../http/page-styles.ts';
import { escaped } from '../../mails/mail-body.ts';
import type { HowItIs, Part } from './how-it-is.ts';

export const STATUS_PATH = '/status';
export const STATUS_STYLES_PATH = '/status/page.css';

export const STATUS_STYLES = `${PAGE_STYLES}
:root { --ok: light-dark(#146c36, #6fd694); }
h2 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
ul { margin: .5rem 0; padding-left: 1.25rem; }
li { margin: .5rem 0; }
dl { margin: 1.25rem 0 0; }
dl div {
  display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; padding: .625rem 0;
  border-top: 1px solid var(--line);
}
dd { margin: 0; font-weight: 600; }
dd.well { color: var(--ok); }
dd.ill { color: var(--bad); }
dd.unknown { color: var(--quiet); font-weight: 400; }
`;

/** State is never colour alone. */
const MARKS: Readonly<Record<Part['state'], string>> = { well: '✓', ill: '!', unknown: '?' };

/** The page, whole. @param at when it was found out */
export function statusPage({ parts, incidents }: HowItIs, at: Date): string {
  const title = incidents.length === 0 ? 'Everything is working' : "Some things aren't working right now";
  const time = at.toISOString();
  return [
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)} · Pagecast status</title><link rel="stylesheet" href="${STATUS_STYLES_PATH}"></head>`,
    `<body><main><p class="mark">Pagecast status</p><h1>${escaped(title)}</h1>`,
    incidents.length === 0 ? '' : `<ul>${incidents.map((one) => `<li>${escaped(one)}</li>`).join('')}</ul>`,
    `<dl>${parts.map(row).join('')}</dl>`,
    `<p class="quiet">Checked at <time datetime="${time}">${time.slice(11, 16)} UTC</time>. `,
    'Reload this page to check again.</p>',
    '</main></body></html>',
  ].join('');
}

function row({ name, state, words }: Part): string {
  const mark = `<span aria-hidden="true">${MARKS[state]} </span>`;
  return `<div><dt>${escaped(name)}</dt><dd class="${state}">${mark}${escaped(words)}</dd></div>`;
}
