import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import { ownedColumns, type Owner } from '../../db/owner.ts';

/** A post that is planned, on its way or out, with what it shows. */
export interface KnownPost {
  readonly facebookPageId: PageId;
  readonly content: string;
  readonly placement: 'feed' | 'story';
  readonly media: readonly string[];
  readonly scheduledAt: Date | null;
  readonly isOpen: boolean;
  readonly at: Date;
}

/** The same of what is proposed, by what it meant and means. */
export interface KnownProposal extends Pick<KnownPost, 'scheduledAt' | 'isOpen' | 'at'> {
  readonly intents: readonly string[];
}

const DAYS_BACK = 8;

/** What rows of a program are compared with. */
export function knownPostsRepository(db: Knex) {
  return {
    /**
     * Of these pages: all that is planned, and what is out since a week.
     * @param planned leaves out what is planned for other times; null for none of it
     */
    async posts(
      owner: Owner,
      pageIds: readonly PageId[],
      planned: { readonly from: Date; readonly to: Date } | null,
    ): Promise<KnownPost[]> {
      const { rows } = await db.raw<{ rows: KnownPost[] }>(
        `select p.facebook_page_id as "facebookPageId", p.content, p.placement, p.scheduled_at as "scheduledAt",
          p.status <> 'published' as "isOpen", coalesce(p.published_at, p.scheduled_at, p.updated_at) as at,
          array(select m.sha256 from media_files m where m.post_id = p.id order by m.position, m.id) as media
        from posts p where p.user_id = :user_id and p.environment = :environment
          and p.facebook_page_id = any(:pageIds::bigint[]) and p.status <> 'draft'
          and coalesce(p.published_at, p.scheduled_at, p.updated_at) > now() - make_interval(days => ${DAYS_BACK})
          ${planned === null ? '' : 'and (p.scheduled_at is null or p.scheduled_at between :from and :to)'}`,
        { ...ownedColumns(owner), pageIds: [...pageIds], ...planned },
      );
      return rows;
    },

    async proposals(owner: Owner, intents: readonly string[]): Promise<KnownProposal[]> {
      const { rows } = await db.raw<{ rows: KnownProposal[] }>(
        `select pr.former_intents || pr.intent_hash as intents, pr.scheduled_at as "scheduledAt", pr.updated_at as at,
          pr.state = 'waiting' or pr.state = 'approved' and p.status is not null and p.status <> 'published' as "isOpen"
        from proposals pr left join posts p on p.id = pr.post_id
        where pr.user_id = :user_id and pr.environment = :environment
          and (pr.intent_hash = any(:intents) or pr.former_intents && :intents::text[])`,
        { ...ownedColumns(owner), intents: [...intents] },
      );
      return rows;
    },

    /** The contents of these files. */
    async hashes(owner: Owner, fileIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
      const { rows } = await db.raw<{ rows: { id: number; sha256: string }[] }>(
        `select id, sha256 from media_files
        where id = any(:ids::bigint[]) and user_id = :user_id and environment = :environment`,
        { ...ownedColumns(owner), ids: [...fileIds] },
      );
      return new Map(rows.map(({ id, sha256 }) => [id, sha256]));
    },
  };
}
