import Router from '@koa/router';
import type { Knex } from 'knex';
import { databaseTime } from '../../db/clock.ts';
import type { Owner } from '../../db/owner.ts';
import { AppError } from '../../http/errors.ts';
import { inZone } from '../../http/in-zone.ts';
import { REVIEW_PATH, type MailLinks } from '../mail/mail-links.ts';
import { OVER, show, tokenOf, type Shown } from '../mail/mail-pages.routes.ts';
import { mailSettingsRepository, type Recipient } from '../mail/mail-settings.repository.ts';
import type { DecidingService } from './deciding.service.ts';
import type { Proposal } from './proposal.ts';
import { proposalsRepository } from './proposals.repository.ts';
import { reasonWords } from './trust.ts';

interface Deps {
  readonly db: Knex;
  readonly links: MailLinks;
  readonly adminIds: readonly string[];
  readonly deciding: Pick<DecidingService, 'approve'>;
}

interface Asked {
  readonly proposal: Proposal;
  readonly contentHash: string;
  readonly recipient: Recipient;
  /** Whom it was mailed to: the owner of the page, or somebody who approves its posts. */
  readonly by: Owner;
}

const INBOX = '/super-generator?inbox=waiting';
const REVIEW_THERE = 'Open Pagecast to review it.';

/**
 * Where the link in a mail about a proposal leads: it shows what is to be approved, and one press approves exactly
 * that. To open it changes nothing, since mail programs open links before people do.
 */
export function reviewByMailRoutes({ db, links, adminIds, deciding }: Deps): Router {
  const router = new Router();

  async function asked(token: string): Promise<Asked | null> {
    const read = links.readReview(token);
    if (read === null || read.endsAt <= (await databaseTime(db))) return null;
    const [proposal, recipient] = await Promise.all([
      proposalsRepository(db).find(read.owner, read.proposalId),
      mailSettingsRepository(db, adminIds).find(read.owner),
    ]);
    if (proposal === null || recipient === null || recipient.isShutOut) return null;
    // Whoever reads the mails of an earlier address decides nothing any more.
    if (recipient.address === null || !read.isOf(recipient.address)) return null;
    return { proposal, contentHash: read.contentHash, recipient, by: read.owner };
  }

  router.get(REVIEW_PATH, async (ctx) => {
    const found = await asked(tokenOf(ctx));
    if (found === null) show(ctx, OVER, false);
    else show(ctx, question(found));
  });

  router.post(REVIEW_PATH, async (ctx) => {
    const found = await asked(tokenOf(ctx));
    if (found === null) return show(ctx, OVER, false);
    // What is not all on this page is not approved on it.
    if (question(found).button === undefined) return show(ctx, question(found));
    const { proposal, contentHash, recipient, by } = found;
    const { name, facebookId } = recipient;
    const decider = { ...by, name, facebookId, impersonator: null, token: null, idHash: Buffer.alloc(0) };
    try {
      await deciding.approve(decider, proposal.id, contentHash);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return show(ctx, { title: "This post wasn't approved", text: error.message, open: INBOX });
    }
    return show(ctx, { title: 'Post approved', text: 'It goes out exactly as you read it.', quote: proposal.content });
  });

  return router;
}

function question({ proposal, contentHash, recipient }: Asked): Shown {
  if (proposal.state !== 'waiting')
    return {
      title: 'Nothing left to decide',
      text: 'This post was approved, rejected or withdrawn already.',
      open: INBOX,
    };
  if (proposal.contentHash !== contentHash)
    return {
      title: 'This post has changed',
      text: `It isn't what we emailed you about any more. ${REVIEW_THERE}`,
      open: INBOX,
    };
  const { pageName, media, scheduledAt, readAt, similar, tokenName, personName, reasons } = proposal;
  const when =
    scheduledAt === null ? 'As soon as you approve it' : `On ${inZone(scheduledAt, recipient.timeZone, readAt)}`;
  const who = `Proposed by ${tokenName ?? personName}.`;
  const quote = proposal.content;
  if (media.length > 0)
    return {
      title: `A post for ${pageName ?? 'your page'}`,
      text: `${when}. ${who} It has images or a video. ${REVIEW_THERE}`,
      quote,
      open: INBOX,
    };
  if (similar !== null)
    return {
      title: `A post for ${pageName ?? 'your page'}`,
      text: `${when}. ${who} It looks like another post. ${REVIEW_THERE}`,
      quote,
      open: INBOX,
    };
  const why = reasons.map(reasonWords).join(' ');
  return {
    title: `Publish this on ${pageName ?? 'your page'}?`,
    text: `${when}. ${who} ${why}`.trim(),
    quote,
    button: 'Approve',
  };
}
