import Router from '@koa/router';
import * as contract from '../../contract/index.ts';
import type { PageId } from '../../contract/ids.ts';
import { InvalidInputError, NotFoundError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import type { Session } from '../../http/session.ts';
import type { Automation } from '../automation/automation.feature.ts';
import type { Posts } from '../posts/posts.feature.ts';
import { DEFAULT_CONTENT_TYPE } from '../posts/posts.routes.ts';
import { slotWithin } from '../slots/booking.ts';
import type { DecidingService } from './deciding.service.ts';
import type { ProposalInput } from './proposal-input.ts';
import type { Proposal } from './proposal.ts';
import { grantOf } from './proposer.ts';
import type { PageRight } from '../page-rights/page-rights.repository.ts';
import { forReader, OF_AUTOMATION, present, presentDraft } from './proposals.present.ts';
import type { Outcome } from './in-turn.ts';
import type { ProposalsService } from './proposals.service.ts';

interface Deps {
  readonly service: ProposalsService;
  readonly deciding: DecidingService;
  readonly drafts: Automation['drafts'];
  readonly posts: Posts['repository'];
  /** The pages that others share with them. */
  readonly shared: (session: Session) => Promise<readonly PageRight[]>;
}

export function proposalsRoutes(deps: Deps): Router {
  const router = new Router();

  reading(router, deps);
  proposing(router, deps);
  decisions(router, deps);
  return router;
}

/** With why its post did not go out, or what it waits for. */
function presenting({ posts, shared }: Pick<Deps, 'posts' | 'shared'>) {
  return async function shown(session: Session, proposal: Proposal, isRepeat = false): Promise<contract.Proposal> {
    const isAsked = proposal.postId !== null && proposal.postStatus !== 'published';
    const { userId, environment, facebookPageId } = proposal;
    const post =
      isAsked && proposal.postId !== null ? await posts.find({ userId, environment }, proposal.postId) : null;
    const right =
      userId === session.userId ? null : (await shared(session)).find(({ pageId }) => pageId === facebookPageId);
    // What is shared no longer since is shown as to anybody who only looks.
    const how = right === undefined ? { may: { decide: false, change: false } } : forReader(proposal, session, right);
    return { ...present(proposal, { isRepeat, problem: post?.problem ?? null }), ...how };
  };
}

function reading(router: Router, deps: Deps): void {
  const { service, drafts } = deps;
  const shown = presenting(deps);

  handle(router, contract.listProposals, async ({ query, session }) => {
    const { state = 'waiting', page = 1, limit = contract.PROPOSALS_PAGE_SIZE } = query;
    const pagination = (total: number) => ({ page, limit, total, pages: Math.ceil(total / limit) });
    if (state === 'decided') {
      const { found, total } = await service.decided(session, page, limit);
      const proposals = await Promise.all(found.map((one) => shown(session, one)));
      return { proposals, pagination: pagination(total) };
    }
    const [waiting, slots, rights] = await Promise.all([
      service.waiting(session),
      drafts.list(session),
      deps.shared(session),
    ]);
    const rightOn = (pageId: PageId) => rights.find((right) => right.pageId === pageId) ?? null;
    const all = [
      ...waiting.map((one) => ({
        ...present(one),
        ...forReader(one, session, one.userId === session.userId ? null : rightOn(one.facebookPageId)),
      })),
      ...slots.filter((slot) => slot.state === 'draft' && isFor(session, slot.facebookPageId)).map(presentDraft),
    ].toSorted((one, other) => (one.scheduledAt ?? '').localeCompare(other.scheduledAt ?? ''));
    return { proposals: all.slice((page - 1) * limit, page * limit), pagination: pagination(all.length) };
  });

  handle(router, contract.countProposals, async ({ session }) => ({ waiting: await service.countFor(session) }));

  handle(router, contract.readProposal, async ({ params, session }) => {
    const id = numberOf(params.id);
    return id.isDraft ? draftOf(deps, session, id.number) : shown(session, await service.read(session, id.number));
  });
}

function proposing(router: Router, deps: Deps): void {
  const { service, drafts } = deps;
  const shown = presenting(deps);
  const answer = async (session: Session, { proposal, isRepeat }: Outcome) => shown(session, proposal, isRepeat);

  handle(router, contract.createProposal, async ({ body, session }) =>
    answer(
      session,
      await service.propose(session, {
        facebookPageId: body.facebookPageId,
        content: body.content ?? '',
        link: body.link ?? null,
        contentType: body.contentType ?? DEFAULT_CONTENT_TYPE,
        isAiGenerated: body.isAiGenerated ?? grantOf(session) !== null,
        placement: body.placement ?? 'feed',
        ...mediaIn({ ...body, media: body.media ?? [] }),
        scheduledAt: body.scheduledAt == null ? null : toTheMinute(body.scheduledAt),
        nextSlot: body.nextSlot === undefined ? null : slotWithin(body.nextSlot),
        note: body.note ?? null,
      }),
    ),
  );

  handle(router, contract.changeProposal, async ({ params, body, session }) => {
    const id = numberOf(params.id);
    const { contentHash = null, ...fields } = body;
    if (id.isDraft) {
      const known = await draftOf(deps, session, id.number);
      return presentDraft(await drafts.edit(session, id.number, contentHash ?? known.contentHash, textAlone(fields)));
    }
    return answer(
      session,
      await service.change(session, id.number, { expectedHash: contentHash, changes: changesIn(fields) }),
    );
  });

  handle(router, contract.withdrawProposal, async ({ params, session }) =>
    answer(session, await service.withdraw(session, ownNumber(params.id))),
  );
}

function decisions(router: Router, deps: Deps): void {
  const { deciding, drafts } = deps;
  const shown = presenting(deps);
  const answer = async (session: Session, { proposal, isRepeat }: Outcome) => shown(session, proposal, isRepeat);

  handle(router, contract.approveProposal, async ({ params, body, session }) => {
    const id = numberOf(params.id);
    if (id.isDraft) return presentDraft(await drafts.approve(session, id.number, body.contentHash));
    return answer(session, await deciding.approve(session, id.number, body.contentHash));
  });

  handle(router, contract.rejectProposal, async ({ params, body, session }) => {
    const id = numberOf(params.id);
    const verdict = { kind: body.kind ?? null, reason: body.reason ?? null, hash: body.contentHash ?? null };
    if (!id.isDraft) return answer(session, await deciding.reject(session, id.number, verdict));
    const draft = await draftOf(deps, session, id.number);
    await drafts.reject(session, id.number, verdict);
    return { ...draft, state: 'rejected' as const, message: 'Not published. It was left out.' };
  });
}

function numberOf(id: string): { readonly isDraft: boolean; readonly number: number } {
  const isDraft = id.startsWith(OF_AUTOMATION);
  return { isDraft, number: Number(isDraft ? id.slice(OF_AUTOMATION.length) : id) };
}

function ownNumber(id: string): number {
  const { isDraft, number } = numberOf(id);
  if (isDraft) throw new InvalidInputError('Automation wrote this. Reject it instead.');
  return number;
}

const isFor = ({ onlyPages }: Session, pageId: PageId) => onlyPages == null || onlyPages.includes(pageId);

async function draftOf({ drafts }: Deps, session: Session, id: number): Promise<contract.Proposal> {
  const slot = await drafts.find(session, id);
  if (slot === null || slot.content === null || !isFor(session, slot.facebookPageId))
    throw new NotFoundError('This proposal no longer exists.');
  return presentDraft(slot);
}

type Fields = Omit<Parameters<typeof mediaIn>[0], 'media'> & {
  readonly media?: readonly { id: number; altText?: string | null | undefined }[] | null | undefined;
  readonly facebookPageId?: ProposalInput['facebookPageId'] | undefined;
  readonly content?: string | undefined;
  readonly link?: string | null | undefined;
  readonly contentType?: string | undefined;
  readonly scheduledAt?: string | null | undefined;
  readonly nextSlot?: Parameters<typeof slotWithin>[0] | undefined;
  readonly note?: string | null | undefined;
};

/** Only what was said: whatever is left out stays as it is. */
function changesIn(body: Fields): Partial<ProposalInput> {
  return {
    ...(body.facebookPageId === undefined ? {} : { facebookPageId: body.facebookPageId }),
    ...(body.content === undefined ? {} : { content: body.content }),
    ...(body.link === undefined ? {} : { link: body.link }),
    ...(body.contentType === undefined ? {} : { contentType: body.contentType }),
    ...(body.media === undefined ? {} : mediaIn({ ...body, media: body.media ?? [] })),
    ...(body.scheduledAt === undefined && body.nextSlot === undefined
      ? {}
      : { scheduledAt: body.scheduledAt == null ? null : toTheMinute(body.scheduledAt) }),
    ...(body.nextSlot === undefined ? {} : { nextSlot: slotWithin(body.nextSlot) }),
    ...(body.note === undefined ? {} : { note: body.note }),
  };
}

function mediaIn({
  media,
  mediaType,
}: {
  readonly media: readonly { id: number; altText?: string | null | undefined }[];
  readonly mediaType?: ProposalInput['mediaType'] | null | undefined;
}): Pick<ProposalInput, 'places' | 'mediaType'> {
  return { places: media, mediaType: mediaType ?? (media.length === 0 ? 'text' : 'image') };
}

/** Of a draft of automation only its text is changed. */
function textAlone({ content, ...others }: Fields): string {
  if (content === undefined || content.trim() === '' || Object.values(others).some((value) => value !== undefined))
    throw new InvalidInputError('Only the text of a post that automation wrote can be changed here.');
  return content;
}

/** A minute is what people approve. */
function toTheMinute(at: string): Date {
  return new Date(Math.floor(Date.parse(at) / 60_000) * 60_000);
}
