import type { Knex } from 'knex';
import { REPETITION_DAYS } from '../../contract/composing.ts';
import type { PageId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import type { Reference } from './proposal.ts';

export const AT = 'coalesce(p.published_at, p.scheduled_at)';
export const AT_OF_PROPOSAL = 'coalesce(pr.scheduled_at, pr.created_at)';
/** What followers see on pages of the owner's, by each connection of them. */
export const POSTS = `posts p where p.facebook_page_id = any(?::bigint[])
  and p.status in ('scheduled', 'publishing', 'published')
  and ${AT} > now() - interval '${REPETITION_DAYS} days'
  and not exists (select from proposals own where own.post_id = p.id and own.id = ?)`;
/** Those of the same owner: what others propose is theirs until it is planned. */
export const PROPOSALS = `proposals pr where pr.facebook_page_id = any(?::bigint[])
  and pr.user_id = ? and pr.environment = ? and pr.id <> ?
  and (pr.state in ('waiting', 'approved') and pr.updated_at > now() - interval '${REPETITION_DAYS} days'
    or pr.state in ('rejected', 'withdrawn', 'expired') and pr.updated_at > now() - interval '7 days')`;
/** Whose pages are looked at. @param exceptId a proposal, which is like itself; 0 for none */
export interface Around {
  readonly owner: Owner;
  readonly pageIds: readonly PageId[];
  readonly exceptId: number;
}

/** Where a statement looks: rows of pages, of which several may be one page of the owner's. */
interface Scope {
  readonly values: Knex.RawBinding[];
  /** The owner's page, by each row that is looked at. */
  readonly pages: ReadonlyMap<PageId, PageId>;
}

/** Whoever connected a page: what they post there is seen there. */
export async function scopesOf(
  db: Knex,
  { owner, pageIds, exceptId }: Around,
): Promise<Record<Reference['kind'], Scope>> {
  const { userId, environment } = owner;
  const { rows } = await db.raw<{ rows: { id: PageId; pageId: PageId }[] }>(
    `select o.id, g.id as "pageId" from facebook_pages g join facebook_pages o on o.page_id = g.page_id
      and o.environment = g.environment where g.id = any(?::bigint[]) and g.user_id = ? and g.environment = ?`,
    [[...pageIds], userId, environment],
  );
  return {
    post: { values: [rows.map(({ id }) => id), exceptId], pages: new Map(rows.map(({ id, pageId }) => [id, pageId])) },
    proposal: {
      values: [[...pageIds], userId, environment, exceptId],
      pages: new Map(pageIds.map((id) => [id, id])),
    },
  };
}
