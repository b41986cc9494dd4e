import type { SandboxContext } from '../exchange.ts';

/** Markup that is safe to put into a page as it is. */
export interface Html {
  readonly markup: string;
}
type Part = string | number | Html | Html[];

/** Builds markup; whatever is not markup itself is escaped. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const show = (part: Part): string => {
    if (Array.isArray(part)) return part.map((one) => one.markup).join('');
    if (typeof part === 'object') return part.markup;
    return escape(String(part));
  };
  return {
    markup: strings.map((text, index) => text + (index < parts.length ? show(parts[index] ?? '') : '')).join(''),
  };
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

export function sendPage(ctx: SandboxContext, title: string, body: Html): void {
  ctx.type = 'text/html; charset=utf-8';
  ctx.set({
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; " +
      "connect-src 'self'; base-uri 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  ctx.body = html`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Simulated Facebook</title><link rel="stylesheet" href="/site.css"></head>
<body>${body}</body></html>`.markup;
}
