import Router from '@koa/router';
import type { Context } from 'koa';
import { PAGE_STYLES } from '../../http/page-styles.ts';
import { escaped } from '../../mails/mail-body.ts';
import { unturned } from '../../unturned.ts';
import { BOUNCES_PATH } from './bounces.routes.ts';
import { CONFIRM_PATH, REVIEW_PATH, UNSUBSCRIBE_PATH } from './mail-links.ts';
import type { MailService } from './mail.service.ts';

const STYLES_PATH = '/mail/page.css';
/** Mail programs press the button for their people, and mail servers report: such calls come from no page of ours. */
export function isMailLink(path: string): boolean {
  return [UNSUBSCRIBE_PATH, CONFIRM_PATH, REVIEW_PATH, BOUNCES_PATH].includes(path);
}

export interface Shown {
  readonly title: string;
  readonly text: string;
  /** What somebody else wrote, as it is. */
  readonly quote?: string;
  readonly button?: string;
  /** Where in the app it goes on. */
  readonly open?: string;
}

const MAIL_SETTINGS = '/settings#notifications';

export const OVER: Shown = {
  title: "This link doesn't work any more",
  text: 'It may be too old, or a newer one took its place. You can change your emails in Pagecast under Settings.',
  open: MAIL_SETTINGS,
};
const STOPPED: Shown = {
  title: "You won't get any more emails",
  text: 'What happens still shows in the app. You can turn emails on again under Settings.',
  open: MAIL_SETTINGS,
};

/**
 * Where links in mails lead. Nobody has to log in: what is signed in the link says whose it is. Opening one changes
 * nothing.
 */
export function mailPagesRoutes({ service, now }: { service: MailService; now: () => Promise<Date> }): Router {
  const router = new Router();

  router.get(STYLES_PATH, (ctx) => {
    ctx.type = 'text/css';
    ctx.set('cache-control', 'public, max-age=3600');
    ctx.body = PAGE_STYLES;
  });

  router.get(UNSUBSCRIBE_PATH, async (ctx) => {
    const isGood = await service.canUnsubscribe(tokenOf(ctx));
    show(
      ctx,
      isGood
        ? {
            title: 'Stop all emails?',
            text: "Pagecast won't send you any more emails. What happens still shows in the app.",
            button: 'Stop all emails',
          }
        : OVER,
      isGood,
    );
  });

  // By RFC 8058 the mail program posts to the same address; a person does by the button above.
  router.post(UNSUBSCRIBE_PATH, async (ctx) => {
    const isGood = await service.unsubscribe(tokenOf(ctx));
    show(ctx, isGood ? STOPPED : OVER, isGood);
  });

  router.get(CONFIRM_PATH, async (ctx) => {
    const address = await service.addressToConfirm(tokenOf(ctx), await now());
    const title = 'Confirm this address?';
    if (address === null) show(ctx, OVER, false);
    else show(ctx, { title, text: `Pagecast will send its emails to ${address}.`, button: 'Confirm this address' });
  });

  router.post(CONFIRM_PATH, async (ctx) => {
    const address = await service.confirm(tokenOf(ctx), await now());
    if (address === null) show(ctx, OVER, false);
    else show(ctx, { title: 'Address confirmed', text: `Pagecast now sends its emails to ${address}.` });
  });

  return router;
}

export function tokenOf(ctx: Context): string {
  const { t } = ctx.query;
  return typeof t === 'string' ? t : '';
}

export function show(ctx: Context, { quote, button, open, ...said }: Shown, isGood = true): void {
  // Names are in it, which turn none of our words around.
  const [title, text] = [unturned(said.title), unturned(said.text)];
  ctx.status = isGood ? 200 : 404;
  ctx.type = 'text/html; charset=utf-8';
  // The address of this page is a key.
  ctx.set({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
  ctx.body = [
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)} · Pagecast</title><link rel="stylesheet" href="${STYLES_PATH}"></head>`,
    `<body><main><p class="mark">Pagecast</p><h1>${escaped(title)}</h1><p>${escaped(text)}</p>`,
    quote === undefined ? '' : `<blockquote dir="auto">${escaped(quote)}</blockquote>`,
    button === undefined
      ? ''
      : `<form method="post" class="buttons"><button class="main">${escaped(button)}</button></form>`,
    open === undefined ? '' : `<p class="buttons"><a class="button" href="${escaped(open)}">Open Pagecast</a></p>`,
    '</main></body></html>',
  ].join('');
}
