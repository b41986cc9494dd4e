import MailComposer from 'nodemailer/lib/mail-composer';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { markup, oneLine, plainText, type MailBody } from '../../mails/mail-body.ts';
import { isMailAddress, readSender } from '../../mails/mail-address.ts';
import type { Letter } from '../../mails/smtp-line.ts';
import { outboxRepository, type Fact } from '../outbox/outbox.repository.ts';
import { presentFact } from '../outbox/present-fact.ts';
import { toldOf } from '../outbox/told-of.ts';
import type { MailLinks } from './mail-links.ts';
import { mailSettingsRepository, type Recipient } from './mail-settings.repository.ts';
import { mailsRepository, type MailClaim } from './mails.repository.ts';
import * as words from './mail-words.ts';
import { quietUntil } from './quiet-hours.ts';

/** More than somebody reads in a mail. */
const MOST_ITEMS = 20;
const SUBJECT_LENGTH = 150;
const TITLE_LENGTH = 200;
const DESCRIPTION_LENGTH = 500;
export const CONFIRM_WITHIN_MS = 24 * 3_600_000;

/** What becomes of a mail whose time has come. */
export type Written =
  | { readonly kind: 'letter'; readonly letter: Letter }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'later'; readonly until: Date };

interface Deps {
  readonly db: Knex;
  readonly adminIds: readonly string[];
  readonly links: MailLinks;
  /** Where what cannot be delivered goes back to; whom mails come from when there is none. */
  readonly returnTo?: string | undefined;
  readonly log: Logger;
}

interface Draft {
  readonly to: string;
  readonly subject: string;
  readonly body: MailBody;
  readonly unsubscribe?: string;
}

const NOTHING = { kind: 'nothing' } as const;

/** Writes mails at the moment at which they are sent: what has been dealt with by then is not told. */
export function mailWriter({ db, adminIds, links, returnTo, log }: Deps) {
  const settings = mailSettingsRepository(db, adminIds);

  return {
    async write(claim: MailClaim, sender: string, now: Date): Promise<Written> {
      const recipient = await settings.find(claim.owner);
      if (recipient === null || recipient.isShutOut) return NOTHING;
      const draft =
        claim.purpose === 'facts' || claim.purpose === 'reminder'
          ? await aboutFacts(claim, recipient, { db, links, now, log })
          : aboutAddress(claim, recipient, { links, now });
      if ('kind' in draft) return draft;
      const from = senderOf(sender);
      const messageId = links.messageId(claim.id, from.address.split('@')[1] ?? 'localhost');
      return { kind: 'letter', letter: await letterOf({ ...draft, messageId, returnTo, from, date: now }) };
    },
  };
}
export type MailWriter = ReturnType<typeof mailWriter>;

async function aboutFacts(
  claim: MailClaim,
  recipient: Recipient,
  { db, links, now, log }: Pick<Deps, 'db' | 'links' | 'log'> & { readonly now: Date },
): Promise<Draft | Written> {
  const to = recipient.address;
  if (!recipient.isOn || to === null || recipient.bounce !== null) return NOTHING;
  const until = recipient.quietHours === null ? null : quietUntil(now, recipient.quietHours, recipient.timeZone);
  if (until !== null) return { kind: 'later', until };
  const open = await mailsRepository(db).openFacts(claim.id);
  const facts = await outboxRepository(db).byIds(open.slice(0, MOST_ITEMS).map(({ id }) => id));
  const itemOf = (fact: Fact) => {
    const { title, description, path } = presentFact(fact, { now });
    return {
      title: oneLine(title, TITLE_LENGTH),
      description: oneLine(description, DESCRIPTION_LENGTH),
      link: linkOf(fact, path, { links, now, to }),
    };
  };
  const items = facts.flatMap((fact) => toldOf(fact, itemOf, log) ?? []);
  if (items.length === 0) return NOTHING;
  const unsubscribe = links.unsubscribe(claim.owner, to);
  return {
    to,
    subject: words.subjectOf(
      open.map(({ kind }) => kind),
      items[0]?.title ?? '',
    ),
    unsubscribe,
    body: {
      ...(claim.purpose === 'reminder' ? { intro: words.REMINDER } : {}),
      items,
      ...(open.length > items.length ? { more: words.moreOf(open.length - items.length) } : {}),
      footer: {
        why: words.WHY,
        links: [
          { label: words.CHANGE_SETTINGS, url: links.to('/settings') },
          { label: words.UNSUBSCRIBE, url: unsubscribe },
        ],
      },
    },
  };
}

/** So long a mail lets somebody decide. */
const REVIEW_WITHIN_MS = 7 * 24 * 3_600_000;

/** A proposal is reviewed right from its mail. */
function linkOf(
  fact: Fact,
  path: string,
  { links, now, to }: Pick<Deps, 'links'> & { readonly now: Date; readonly to: string },
) {
  const { proposalId, contentHash } = fact.params;
  if (fact.kind !== 'proposal_waits' || typeof proposalId !== 'number' || typeof contentHash !== 'string')
    return { label: words.OPEN, url: links.to(path) };
  const endsAt = new Date(now.getTime() + REVIEW_WITHIN_MS);
  return { label: words.REVIEW, url: links.review(fact.owner, to, { proposalId, contentHash, endsAt }) };
}

function aboutAddress(
  { purpose, toAddress, owner }: MailClaim,
  recipient: Recipient,
  { links, now }: Pick<Deps, 'links'> & { readonly now: Date },
): Draft | Written {
  if (toAddress === null || !isMailAddress(toAddress)) return NOTHING;
  const { intro, notYou, subject } = purpose === 'confirm' ? words.confirmWords : words.changedWords;
  if (purpose === 'address_changed') return { to: toAddress, subject, body: { intro, items: [], notes: [notYou] } };
  const { pendingAddress, pendingNonce, pendingAt } = recipient;
  if (pendingAddress !== toAddress || pendingNonce === null || pendingAt === null) return NOTHING;
  const endsAt = new Date(pendingAt.getTime() + CONFIRM_WITHIN_MS);
  if (endsAt <= now) return NOTHING;
  const action = { label: words.confirmWords.action, url: links.confirm(owner, pendingNonce, endsAt) };
  return { to: toAddress, subject, body: { intro, items: [], action, notes: [words.confirmWords.ends, notYou] } };
}

/** @throws Error when it is no sender: it was looked at before it was kept */
export function senderOf(sender: string): { readonly name: string; readonly address: string } {
  const read = readSender(sender);
  if (read === null) throw new Error('The sender of mails is none');
  return read;
}

interface Facts extends Pick<Draft, 'to' | 'subject' | 'body' | 'unsubscribe'> {
  readonly from: { readonly name: string; readonly address: string };
  readonly date: Date;
  readonly messageId?: string;
  readonly returnTo?: string | undefined;
}

/** The whole mail, as it goes over the wire: text and HTML that say the same. */
export async function letterOf({ to, subject, body, unsubscribe, from, returnTo, ...rest }: Facts): Promise<Letter> {
  const line = oneLine(subject, SUBJECT_LENGTH);
  const raw = await new MailComposer({
    ...rest,
    from,
    to: { name: '', address: to },
    subject: line,
    text: plainText(body),
    html: markup(line, body),
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe === undefined
        ? {}
        : { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
  })
    .compile()
    .build();
  return { from: returnTo ?? from.address, to, raw, id: rest.messageId?.slice(1, -1) };
}
