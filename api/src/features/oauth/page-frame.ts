import type { Context } from 'koa';
import { PAGE_STYLES } from '../../http/page-styles.ts';
import { escaped } from '../../mails/mail-body.ts';

export const STYLES_PATH = '/oauth/page.css';

/** Nothing runs on these pages, nothing is loaded but the styles, and nobody frames them. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const STYLES = `${PAGE_STYLES}
dl { margin: 1rem 0; padding: .75rem 1rem; background: var(--sunken); border-radius: .5rem; }
dt { font-size: .875rem; color: var(--quiet); }
dd { margin: 0 0 .5rem; font-weight: 600; }
dd:last-child { margin-bottom: 0; }
fieldset { margin: 1.25rem 0; padding: 0; border: 0; min-width: 0; }
legend { font-weight: 600; padding: 0; margin-bottom: .25rem; }
label { display: flex; gap: .75rem; padding: .5rem 0; align-items: flex-start; min-height: 2.75rem; }
label small { display: block; color: var(--quiet); font-size: .875rem; }
input[type=checkbox], input[type=radio] {
  width: 1.25rem; height: 1.25rem; margin: .15rem 0 0; flex: none; accent-color: var(--accent);
}
input[type=text], select {
  font: inherit; width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--line-strong);
  border-radius: .5rem; background: var(--surface); color: var(--ink);
}
input.code { font: 1.5rem ui-monospace, monospace; letter-spacing: .15em; text-transform: uppercase; }
.stack { display: block; }
.pages {
  max-height: 20rem; overflow-y: auto; padding: .25rem .75rem; border: 1px solid var(--line); border-radius: .5rem;
}
`;

/** Markup that is safe to put into a page: everything from outside went through `escaped`. */
export type Markup = string & { readonly __markup?: never };

interface Shown {
  readonly title: string;
  readonly text?: string;
  /** What a program said about it. */
  readonly detail?: string | null;
  readonly body?: Markup;
  /** Where the browser goes next by itself. */
  readonly next?: string;
  readonly status?: number;
}

/** To a person whose app asked for something that it may not. @param said what a program said about it */
export function showRefusedApp(ctx: Context, said: string | null): void {
  showPage(ctx, {
    title: "We couldn't connect this app",
    text:
      'The app sent a request that Pagecast refuses. Start again from the app. ' +
      'If it happens again, tell the people who make it.',
    detail: said,
  });
}

/** A page of ours that needs no script. */
export function showPage(ctx: Context, { title, text, detail = null, body = '', next, status }: Shown): void {
  if (status !== undefined) ctx.status = status;
  ctx.type = 'text/html; charset=utf-8';
  ctx.set({
    'cache-control': 'no-store',
    'content-security-policy': POLICY,
    'x-frame-options': 'DENY',
    // The address names a request that waits; of our own pages the server wants to know where a form comes from.
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  });
  ctx.body = [
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    next === undefined ? '' : `<meta http-equiv="refresh" content="0; url=${escaped(next)}">`,
    `<title>${escaped(title)} · Pagecast</title><link rel="stylesheet" href="${STYLES_PATH}"></head>`,
    `<body><main><p class="mark">Pagecast</p><h1>${escaped(title)}</h1>`,
    text === undefined ? '' : `<p>${escaped(text)}</p>`,
    detail === null ? '' : `<p class="quiet">${escaped(detail.slice(0, 300))}</p>`,
    body,
    next === undefined ? '' : `<p class="buttons"><a class="button main" href="${escaped(next)}">Continue</a></p>`,
    '</main></body></html>',
  ].join('');
}
