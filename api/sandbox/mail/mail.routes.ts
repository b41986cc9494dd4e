import Router from '@koa/router';
import type { SandboxState } from '../exchange.ts';
import { html, sendPage } from '../site/html.ts';
import type { Mailbox } from './mailbox.ts';

/** Every mail, as somebody who reads them would see it. */
export function mailRoutes(mailbox: Mailbox): Router<SandboxState> {
  const router = new Router<SandboxState>();
  router.get('/mails', (ctx) => {
    const rows = [...mailbox.list()].reverse().map(
      ({ number, to, subject, at }) =>
        html`<li><a class="row" href="/mails/${number}"><span>${subject}
          <small>To ${to} · ${new Date(at).toUTCString()}</small></span></a></li>`,
    );
    sendPage(
      ctx,
      'Mailbox',
      html`<header class="bar"><a href="/">Simulated Facebook</a><p>Everything here is made up.</p></header>
        <main><h1>Mailbox</h1><p>Every mail that was sent, whoever it was for. None leaves this computer.</p>
        <ul class="plain">${rows}</ul>${rows.length === 0 ? html`<p>No mails yet.</p>` : html``}</main>`,
    );
  });
  router.get('/mails/:number', (ctx, next) => {
    const mail = mailbox.find(Number(ctx.params['number']));
    if (mail === undefined) return next();
    const headers = Object.entries(mail.headers).map(([name, value]) => html`<li>${name}: ${value}</li>`);
    sendPage(
      ctx,
      mail.subject,
      html`<header class="bar"><a href="/mails">Mailbox</a><p>To ${mail.to}</p></header>
        <main><h1>${mail.subject}</h1>
        <iframe class="mail" title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox"
          src="/mails/${mail.number}/html"></iframe>
        <h2>Plain text</h2><article><p class="text">${mail.text}</p></article>
        <details><summary>Headers</summary><ul>${headers}</ul></details></main>`,
    );
    ctx.set('content-security-policy', "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'");
  });
  router.get('/mails/:number/html', (ctx, next) => {
    const mail = mailbox.find(Number(ctx.params['number']));
    if (mail === undefined) return next();
    ctx.type = 'text/html; charset=utf-8';
    ctx.set({
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    ctx.body = `<base target="_blank">${mail.html}`;
  });
  return router;
}
