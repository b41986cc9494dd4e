import type { Knex } from 'knex';
import type { PageId, PostId, UserId } from '../../contract/ids.ts';
import type { RejectionKind } from '../../contract/rejections.ts';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import type { Post } from '../posts/post.ts';
import type { Reference, Similar, StoredState, Version } from './proposal.ts';
import type { Likeness } from './similar.ts';
import type { Trust, WaitReason } from './trust.ts';

/** All that is written of a proposal when it is made or changed. */
export interface ProposalValues {
  readonly facebookPageId: PageId;
  readonly content: string;
  readonly contentType: string;
  readonly isAiGenerated: boolean;
  readonly mediaType: Post['mediaType'];
  readonly placement: Post['placement'];
  readonly scheduledAt: Date | null;
  readonly contentHash: string;
  readonly intentHash: string;
  readonly marks: readonly string[];
  readonly likeness: Likeness | null;
  readonly reasons: readonly WaitReason[];
  readonly note: string | null;
}

/** Another post that it may be, and all that it is like. */
export interface StoredLikeness extends Similar {
  readonly alike?: readonly Reference[];
}
const likenessColumn = ({ similar, alike }: Likeness): string =>
  JSON.stringify({ ...similar, alike } satisfies StoredLikeness);

/** Who proposes. */
export interface Proposer {
  readonly authorId: UserId;
  readonly personName: string;
  readonly tokenId: number | null;
  readonly tokenName: string | null;
}

export interface Decision {
  readonly state: StoredState;
  /** null: nobody was asked. */
  readonly by: string | null;
  readonly reason?: string | null;
  readonly kind?: RejectionKind | null;
  readonly trust?: Trust | null;
  readonly postId?: PostId | null;
}

/** Whatever was decided of it counts no more. */
const UNDECIDED = {
  state: 'waiting',
  decided_at: null,
  decided_by: null,
  decision_reason: null,
  decision_kind: null,
  trust: null,
  post_id: null,
} as const;

/** What becomes of proposals. */
export function proposalWrites(db: Knex) {
  return { ...changingRows(db), ...notingProposals(db) };
}

function changingRows(db: Knex) {
  return {
    async insert(owner: Owner, proposer: Proposer, values: ProposalValues): Promise<number> {
      const [row] = (await db('proposals')
        .insert({
          ...ownedColumns(owner),
          ...columnsOf(values),
          author_id: proposer.authorId,
          person_name: proposer.personName,
          token_id: proposer.tokenId,
          token_name: proposer.tokenName,
        })
        .returning('id')) as [{ id: number }];
      return row.id;
    },

    /** What it was is kept beside it; whatever was decided of it counts no more. */
    async change(owner: Owner, id: number, values: ProposalValues, former: Version): Promise<void> {
      await ownedBy(db, 'proposals', owner)
        .where({ id })
        .update({
          ...columnsOf(values),
          former_intents: db.raw(
            'case when intent_hash = ? then former_intents else former_intents || intent_hash end',
            [values.intentHash],
          ),
          ...UNDECIDED,
          former: JSON.stringify(former),
          updated_at: db.fn.now(),
        } as object);
    },

    /** What nobody speaks for any more is somebody else's from now on. */
    async takeOver(owner: Owner, id: number, { authorId, personName, tokenId, tokenName }: Proposer): Promise<void> {
      await ownedBy(db, 'proposals', owner)
        .where({ id })
        .update({ author_id: authorId, person_name: personName, token_id: tokenId, token_name: tokenName } as object);
    },

    /** Waits for a person, for these reasons. */
    async wait(owner: Owner, id: number, reasons: readonly WaitReason[]): Promise<void> {
      await ownedBy(db, 'proposals', owner)
        .where({ id })
        .update({ reasons: JSON.stringify(reasons) } as object);
    },

    /** An approval that has ended: as it is, it waits for a person once more. */
    async waitAgain(owner: Owner, id: number, reasons: readonly WaitReason[]): Promise<void> {
      await ownedBy(db, 'proposals', owner)
        .where({ id })
        .update({ ...UNDECIDED, reasons: JSON.stringify(reasons), updated_at: db.fn.now() } as object);
    },

    async decide(owner: Owner, id: number, { state, by, reason, kind, trust, postId }: Decision): Promise<void> {
      await ownedBy(db, 'proposals', owner)
        .where({ id })
        .update({
          state,
          decided_at: db.fn.now(),
          decided_by: by,
          decision_reason: reason ?? null,
          decision_kind: kind ?? null,
          trust: trust == null ? null : JSON.stringify(trust),
          post_id: postId ?? null,
          updated_at: db.fn.now(),
        } as object);
    },
  };
}

function notingProposals(db: Knex) {
  return {
    /** What it is like was not there when it was proposed. */
    async liken(owner: Owner, id: number, likeness: Likeness): Promise<void> {
      await ownedBy(db, 'proposals', owner)
        .where({ id })
        .update({ similar_to: likenessColumn(likeness), updated_at: db.fn.now() } as object);
    },

    async note(
      owner: Owner,
      proposalId: number,
      event: {
        readonly kind: string;
        readonly personName: string | null;
        readonly isImpersonated?: boolean;
        readonly tokenName?: string | null;
        readonly contentHash?: string;
        readonly version?: Version;
        readonly reason?: string | null;
      },
    ): Promise<void> {
      await db('proposal_events').insert({
        ...ownedColumns(owner),
        proposal_id: proposalId,
        kind: event.kind,
        person_name: event.personName,
        is_impersonated: event.isImpersonated ?? false,
        token_name: event.tokenName ?? null,
        content_hash: event.contentHash ?? null,
        version: event.version === undefined ? null : JSON.stringify(event.version),
        reason: event.reason ?? null,
      });
    },

    /** What nobody has decided for so long, and whose time is over, waits no longer. At most `limit` at once. */
    async expire(days: number, limit: number): Promise<number> {
      const old = db('proposals')
        .where('state', 'waiting')
        .where('updated_at', '<', db.raw('now() - make_interval(days => ?)', [days]))
        .whereRaw('coalesce(scheduled_at, now()) <= now()')
        .orderBy('id')
        .limit(limit)
        .select('id')
        .forUpdate()
        .skipLocked();
      return Number(
        await db('proposals')
          .whereIn('id', old)
          .update({ state: 'expired', updated_at: db.fn.now() } as object),
      );
    },
  };
}

function columnsOf(values: ProposalValues) {
  return {
    facebook_page_id: values.facebookPageId,
    content: values.content,
    content_type: values.contentType,
    is_ai_generated: values.isAiGenerated,
    media_type: values.mediaType,
    placement: values.placement,
    scheduled_at: values.scheduledAt,
    content_hash: values.contentHash,
    intent_hash: values.intentHash,
    marks: [...values.marks],
    similar_to: values.likeness === null ? null : likenessColumn(values.likeness),
    reasons: JSON.stringify(values.reasons),
    note: values.note,
  };
}
