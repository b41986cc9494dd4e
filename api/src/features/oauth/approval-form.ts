import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import getRawBody from 'raw-body';
import type { GraphPageId } from '../../contract/ids.ts';
import { TOKEN_SCOPES, type TokenScope } from '../../contract/token-scopes.ts';
import { InvalidInputError } from '../../http/errors.ts';
import type { Session } from '../../http/session.ts';
import { escaped } from '../../mails/mail-body.ts';
import type { Approval } from './connections.ts';
import type { Markup } from './page-frame.ts';

const FORM_LIMIT_BYTES = 64 * 1024;

const LABELS: Readonly<Record<TokenScope, { label: string; about: string }>> = {
  read: { label: 'See pages and posts', about: 'What is planned, published and failed, and how posts do.' },
  draft: { label: 'Write drafts and proposals', about: 'Nothing is published by this alone.' },
  schedule: { label: 'Schedule posts', about: 'Plan, move and cancel posts.' },
  publish: { label: 'Publish posts right away', about: 'Followers see them at once.' },
  media: { label: 'Upload images and videos', about: 'To your Media Center.' },
};

const LASTS = [
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: '1 year' },
];
const USUAL_DAYS = 90;

interface ChoosablePage {
  readonly pageId: GraphPageId;
  readonly name: string;
}

/** What a person left in a form, also one that they have to complete. */
export interface Choices extends Approval {
  readonly isAllowed: boolean;
  /** Made for this person and this request. */
  readonly seal: string;
  readonly userCode: string;
}

const AS_ASKED = { pageIds: [], needsApproval: true, days: USUAL_DAYS };

/** Ties a form to the login that it was made for: another page has none, and neither has who logs in later. */
export function sealOf(session: Session, request: string): string {
  return createHash('sha256').update('approval ').update(session.idHash).update(` ${request}`).digest('base64url');
}

export async function readChoices(ctx: Context): Promise<Choices> {
  const text = await getRawBody(ctx.req, { limit: FORM_LIMIT_BYTES, encoding: 'utf-8' }).catch(() => {
    throw new InvalidInputError("This form isn't valid.", { issues: [] });
  });
  const form = new URLSearchParams(text);
  const scopes = form.getAll('scope');
  const days = LASTS.find((lasts) => String(lasts.days) === form.get('days'))?.days ?? USUAL_DAYS;
  return {
    isAllowed: form.get('answer') === 'allow',
    seal: form.get('seal') ?? '',
    userCode: form.get('user_code') ?? '',
    scopes: TOKEN_SCOPES.filter((scope) => scopes.includes(scope)),
    pageIds: form.get('pages') === 'all' ? null : (form.getAll('page').slice(0, 500) as GraphPageId[]),
    needsApproval: form.get('approval') === 'on',
    days,
  };
}

/** What is still to be said before anything can be allowed; null: nothing. */
export function flawOf({ scopes, pageIds }: Approval): string | null {
  if (scopes.length === 0) return 'Choose at least one thing it may do.';
  return pageIds?.length === 0 ? 'Choose at least one page, or all pages.' : null;
}

interface FormFacts {
  readonly action: string;
  readonly seal: string;
  readonly scopes: readonly TokenScope[];
  readonly pages: readonly ChoosablePage[];
  /** What they chose before; null: nothing yet. */
  readonly chosen: Approval | null;
  readonly flaw: string | null;
  readonly hidden?: Readonly<Record<string, string>>;
}

/** Everything that a person decides when a program wants to act for them. */
export function approvalForm({ action, seal, scopes, pages, chosen, flaw, hidden = {} }: FormFacts): Markup {
  const picked = chosen ?? { ...AS_ASKED, scopes, pageIds: pages.length === 1 ? pages.map((page) => page.pageId) : [] };
  return [
    `<form method="post" action="${escaped(action)}">`,
    flaw === null ? '' : `<p class="bad" role="alert">${escaped(flaw)}</p>`,
    Object.entries({ ...hidden, seal })
      .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
      .join(''),
    '<fieldset><legend>What it may do</legend>',
    ...scopes.map((scope) => scopeBox(scope, picked.scopes.includes(scope))),
    '</fieldset>',
    pagesOf(pages, picked.pageIds),
    '<fieldset><legend>Your approval</legend>',
    box(
      'approval',
      'on',
      picked.needsApproval,
      'Needs my approval',
      'Nothing it writes is published before you approve it.',
    ),
    '</fieldset>',
    lastsField(picked.days),
    '<p class="quiet">You can end it at any time in Settings, under API Tokens.</p>',
    '<p class="buttons"><button class="main" name="answer" value="allow">Allow</button>',
    '<button name="answer" value="deny">Cancel</button></p></form>',
  ].join('');
}

function lastsField(chosen: number): Markup {
  const options = LASTS.map(
    ({ days, label }) => `<option value="${days}"${days === chosen ? ' selected' : ''}>${label}</option>`,
  );
  return [
    '<label class="stack" for="days">Ends after</label>',
    `<select id="days" name="days">${options.join('')}</select>`,
  ].join('');
}

function scopeBox(scope: TokenScope, isChecked: boolean): Markup {
  const { label, about } = LABELS[scope];
  return box('scope', scope, isChecked, label, about);
}

function pagesOf(pages: readonly ChoosablePage[], chosen: readonly GraphPageId[] | null): Markup {
  const radio = (value: string, isChecked: boolean, label: string) =>
    [
      `<label><input type="radio" name="pages" value="${value}"${isChecked ? ' checked' : ''}>`,
      `<span>${label}</span></label>`,
    ].join('');
  const boxes = pages.map(({ pageId, name }) => box('page', pageId, chosen?.includes(pageId) ?? false, name));
  return [
    '<fieldset><legend>Which pages</legend>',
    radio('all', chosen === null, 'All pages, also ones you connect later'),
    pages.length === 0 ? '' : radio('these', chosen !== null, 'Only these pages:'),
    pages.length === 0 ? '' : `<div class="pages" role="group" aria-label="Pages">${boxes.join('')}</div>`,
    '</fieldset>',
  ].join('');
}

function box(name: string, value: string, isChecked: boolean, label: string, about?: string): Markup {
  const checked = isChecked ? ' checked' : '';
  return [
    `<label><input type="checkbox" name="${name}" value="${escaped(value)}"${checked}>`,
    `<span>${escaped(label)}${about === undefined ? '' : `<small>${escaped(about)}</small>`}</span></label>`,
  ].join('');
}

/** Names and values, one below the other. */
export function facts(rows: readonly (readonly [string, string])[]): Markup {
  const row = ([name, value]: readonly [string, string]) =>
    `<dt>${escaped(name)}</dt><dd><bdi>${escaped(value)}</bdi></dd>`;
  return `<dl>${rows.map(row).join('')}</dl>`;
}
