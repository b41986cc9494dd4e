import type { Knex } from 'knex';
import type { PageId, PostId, UserId } from '../../contract/ids.ts';
import type { RejectionKind } from '../../contract/rejections.ts';
import { ownedBy, type Owner } from '../../db/owner.ts';
import { AUTHOR_MAY_PROPOSE, OWNER_IS_NOT_BLOCKED, SHARED_PAGES } from '../page-rights/page-rights.repository.ts';
import type { MediaFile } from '../media/media.repository.ts';
import type { Post, PostStatus } from '../posts/post.ts';
import { proposalWrites, type StoredLikeness } from './proposal-writes.repository.ts';
import type { Proposal, StoredState, Version } from './proposal.ts';
import type { Trust, WaitReason } from './trust.ts';

interface Row {
  id: number;
  user_id: UserId;
  environment: Proposal['environment'];
  author_id: UserId;
  is_author_gone: boolean;
  facebook_page_id: PageId;
  page_name: string | null;
  state: StoredState;
  content: string;
  content_type: string;
  is_ai_generated: boolean;
  media_type: Post['mediaType'];
  placement: Post['placement'];
  media: MediaFile[];
  scheduled_at: Date | null;
  content_hash: string;
  intent_hash: string;
  similar_to: StoredLikeness | null;
  reasons: WaitReason[];
  note: string | null;
  person_name: string;
  token_id: number | null;
  token_name: string | null;
  decided_at: Date | null;
  decided_by: string | null;
  decision_reason: string | null;
  decision_kind: RejectionKind | null;
  trust: Trust | null;
  former: Version | null;
  post_id: PostId | null;
  post_status: PostStatus | null;
  post_scheduled_at: Date | null;
  published_at: Date | null;
  permalink_url: string | null;
  created_at: Date;
  updated_at: Date;
  read_at: Date;
}

const MEDIA = `coalesce((select json_agg(json_build_object('id', m.id, 'sha256', m.sha256, 'mimeType', m.mime_type,
    'bytes', m.bytes, 'altText', m.alt_text, 'kind', m.kind, 'width', m.width, 'height', m.height,
    'durationSeconds', m.duration_seconds, 'name', m.name, 'hasAiLabel', m.has_ai_label) order by m.position, m.id)
  from media_files m where m.proposal_id = pr.id), '[]')`;
const READ = `
  select pr.*, g.name as page_name, ${MEDIA} as media, p.status as post_status, p.scheduled_at as post_scheduled_at,
    coalesce(p.published_at, pr.published_at) as published_at,
    coalesce(p.permalink_url, pr.permalink_url) as permalink_url, now() as read_at,
    not ${AUTHOR_MAY_PROPOSE} as is_author_gone
  from proposals pr left join facebook_pages g on g.id = pr.facebook_page_id left join posts p on p.id = pr.post_id`;
/** For their pages, and for those that are shared with them; for a token of some pages, what is on these. */
const OWN = `pr.environment = ? and (pr.user_id = ? or pr.facebook_page_id = any(array(${SHARED_PAGES})))
  and (?::bigint[] is null or pr.facebook_page_id = any(?::bigint[]))`;
function own({ userId, environment, onlyPages }: Owner): readonly Knex.RawBinding[] {
  const pages = onlyPages == null ? null : [...onlyPages];
  return [environment, userId, userId, environment, pages, pages] as readonly Knex.RawBinding[];
}
/** What it was on a page that the reader does not have is not for them. */
function formerFor({ userId, onlyPages }: Owner, { former, ...row }: Row): Version | null {
  if (former === null || former.facebookPageId === row.facebook_page_id) return former;
  return row.user_id === userId && (onlyPages == null || onlyPages.includes(former.facebookPageId)) ? former : null;
}
/** More of the same than this on one page is not looked at: each of them was a person's or a trusted token's wish. */
const MOST_OF_INTENT = 50;

/** Every statement that writes proposals, and those that read them one by one or in lists. */
export function proposalsRepository(db: Knex) {
  const read = async (owner: Owner, rest: string, values: readonly Knex.RawBinding[] = []): Promise<Proposal[]> => {
    const { rows } = await db.raw<{ rows: Row[] }>(`${READ} where ${OWN} and ${rest}`, [...own(owner), ...values]);
    return rows.map((row) => toProposal({ ...row, former: formerFor(owner, row) }));
  };

  return {
    ...proposalWrites(db),
    ...countsOfProposals(db),
    ...factsOfProposals(db),

    async find(owner: Owner, id: number): Promise<Proposal | null> {
      return (await read(owner, 'pr.id = ?', [id]))[0] ?? null;
    },

    /** The same content for the same page, as it is or once was, the newest first. */
    ofIntent: (owner: Owner, intentHash: string): Promise<Proposal[]> =>
      read(owner, `(pr.intent_hash = ? or pr.former_intents @> array[?]) order by pr.id desc limit ${MOST_OF_INTENT}`, [
        intentHash,
        intentHash,
      ]),

    /** All that waits, the next first; what is to go out as soon as possible is next. */
    waiting: (owner: Owner): Promise<Proposal[]> =>
      read(owner, "pr.state = 'waiting' order by pr.scheduled_at nulls first, pr.id"),

    async decided(owner: Owner, pageNumber: number, limit: number): Promise<{ found: Proposal[]; total: number }> {
      const [found, [count]] = await Promise.all([
        read(owner, "pr.state <> 'waiting' order by pr.updated_at desc, pr.id desc limit ? offset ?", [
          limit,
          (pageNumber - 1) * limit,
        ]),
        db
          .raw<{ rows: [{ total: number }] }>(
            `select count(*)::int as total from proposals pr where ${OWN} and pr.state <> 'waiting'`,
            [...own(owner)],
          )
          .then(({ rows }) => rows),
      ]);
      return { found, total: count.total };
    },
  };
}
export type ProposalsRepository = ReturnType<typeof proposalsRepository>;

/** How much there is of whom. */
function countsOfProposals(db: Knex) {
  return {
    /** How many wait on this owner's pages of one person, and of this token. */
    async countWaiting(
      owner: Owner,
      authorId: UserId,
      tokenId: number | null,
    ): Promise<{ all: number; ofToken: number }> {
      const [counts] = (await ownedBy(db, 'proposals', owner)
        .where({ state: 'waiting', author_id: authorId })
        .select(
          db.raw('count(*)::int as "all", count(*) filter (where token_id = ?)::int as "ofToken"', [tokenId]),
        )) as unknown as [{ all: number; ofToken: number }];
      return counts;
    },

    /** What waits for a word of theirs, drafts of automation among it. */
    async countFor({ userId, environment }: Owner): Promise<number> {
      const { rows } = await db.raw<{ rows: [{ waiting: number }] }>(
        `select ((select count(*) from proposals pr where pr.user_id = :userId and pr.environment = :environment
            and pr.state = 'waiting')
          + (select count(*) from page_members m join facebook_pages g on g.id = m.facebook_page_id
            join proposals pr on pr.facebook_page_id = m.facebook_page_id
            where m.member_id = :userId and m.environment = :environment and m.role = 'approver'
              and pr.state = 'waiting' and g.removed_at is null and ${OWNER_IS_NOT_BLOCKED} and ${AUTHOR_MAY_PROPOSE})
          + (select count(*) from automation_slots s where s.user_id = :userId and s.environment = :environment
            and s.state = 'draft'))::int as waiting`,
        { userId, environment },
      );
      return rows[0].waiting;
    },

    /** What they proposed for the pages of others holds so much, each file once. */
    async bytesOfMember({ userId, environment }: Owner): Promise<number> {
      const { rows } = await db.raw<{ rows: [{ bytes: string }] }>(
        `select coalesce(sum(bytes), 0)::bigint as bytes from (
          select distinct m.sha256, m.bytes from proposals pr join media_files m on m.proposal_id = pr.id
          where pr.author_id = ? and pr.environment = ? and pr.user_id <> pr.author_id) files`,
        [userId, environment],
      );
      return Number(rows[0].bytes);
    },
  };
}

/** Numbers and times by which is decided. */
function factsOfProposals(db: Knex) {
  return {
    /** Whoever proposed it, by their id at Facebook; null when their account is gone. */
    async authorAtFacebook(id: number): Promise<string | null> {
      const [found] = await db('proposals as pr')
        .join('users as u', 'u.id', 'pr.author_id')
        .where('pr.id', id)
        .pluck<string[]>('u.facebook_id');
      return found ?? null;
    },

    /** Times at which other proposals of the page wait to go out. */
    async waitingTimes(owner: Owner, pageId: PageId, exceptId: number): Promise<Date[]> {
      return ownedBy(db, 'proposals', owner)
        .where({ facebook_page_id: pageId, state: 'waiting' })
        .whereNot('id', exceptId)
        .whereNotNull('scheduled_at')
        .orderBy('scheduled_at')
        .pluck<Date[]>('scheduled_at');
    },

    /** Posts that the token got onto the page's day of `at` without a person; deleted ones too. */
    async acceptedOnDay(pageId: PageId, tokenId: number, { at, zone }: { at: Date; zone: string }): Promise<number> {
      const { rows } = await db.raw<{ rows: [{ accepted: number }] }>(
        `select count(*)::int as accepted from proposals pr left join posts p on p.id = pr.post_id
        where pr.facebook_page_id = ? and pr.token_id = ? and pr.state = 'approved' and pr.decided_by is null
          and (coalesce(p.published_at, p.scheduled_at, pr.scheduled_at, pr.decided_at) at time zone ?)::date
            = (?::timestamptz at time zone ?)::date`,
        [pageId, tokenId, zone, at, zone],
      );
      return rows[0].accepted;
    },

    /** The version that this hash stood for; null when it never was one of this proposal. */
    async version(owner: Owner, id: number, contentHash: string): Promise<Version | null> {
      const found = await ownedBy(db, 'proposal_events', owner)
        .where({ proposal_id: id, content_hash: contentHash })
        .whereNotNull('version')
        .orderBy('id', 'desc')
        .first<{ version: Version } | undefined>('version');
      return found?.version ?? null;
    },

    async countVersions(owner: Owner, id: number): Promise<number> {
      const [count] = await ownedBy(db, 'proposal_events', owner)
        .where({ proposal_id: id })
        .whereNotNull('version')
        .count({ versions: '*' });
      return Number((count as { versions: number } | undefined)?.versions ?? 0);
    },
  };
}

/** What an earlier release has written names the one that it shows alone. */
function likenessIn(stored: StoredLikeness | null): Pick<Proposal, 'similar' | 'alike'> {
  if (stored === null) return { similar: null, alike: [] };
  const { alike, ...similar } = stored;
  return { similar, alike: alike ?? [{ kind: similar.kind, id: similar.id }] };
}

function toProposal(row: Row): Proposal {
  return {
    id: row.id,
    userId: row.user_id,
    environment: row.environment,
    authorId: row.author_id,
    isAuthorGone: row.is_author_gone,
    facebookPageId: row.facebook_page_id,
    pageName: row.page_name,
    state: row.state,
    content: row.content,
    contentType: row.content_type,
    isAiGenerated: row.is_ai_generated,
    mediaType: row.media_type,
    placement: row.placement,
    media: row.media,
    scheduledAt: row.scheduled_at,
    contentHash: row.content_hash,
    intentHash: row.intent_hash,
    ...likenessIn(row.similar_to),
    reasons: row.reasons,
    note: row.note,
    personName: row.person_name,
    tokenId: row.token_id,
    tokenName: row.token_name,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    decisionReason: row.decision_reason,
    decisionKind: row.state === 'rejected' ? row.decision_kind : null,
    trust: row.trust,
    former: row.former,
    postId: row.post_id,
    postStatus: row.post_status,
    postScheduledAt: row.post_scheduled_at,
    publishedAt: row.published_at,
    permalinkUrl: row.permalink_url,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    readAt: row.read_at,
  };
}
