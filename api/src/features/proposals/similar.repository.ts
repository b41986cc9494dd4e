import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import { REPETITION_DAYS } from '../../contract/composing.ts';
import type { Owner } from '../../db/owner.ts';
import { normalised } from './intent.ts';
import type { Similar } from './proposal.ts';

/** Trigrams in common, 0 to 1: as automation tells two of its texts apart. */
const ALIKE = 0.7;
/** Who asks again within a day in other words mostly means the same. */
const ALIKE_TODAY = 0.4;
/** Likeness costs more than sameness: it is looked for among the newest. */
const LIKENED = 200;
const EXCERPT = 4000;
const AT = 'coalesce(p.published_at, p.scheduled_at)';
/** As the texts of proposals are kept for it, as nearly as SQL says it. */
const LIKENED_POST = "left(regexp_replace(lower(p.content), '\\s+', ' ', 'g'), 600)";

interface Asked {
  readonly pageId: PageId;
  readonly content: string;
  readonly likened: string;
  readonly marks: readonly string[];
  readonly placement: 'feed' | 'story';
  /** The proposal itself, which is like itself. */
  readonly exceptId: number;
}

interface Row {
  kind: Similar['kind'];
  id: number;
  content: string;
  at: Date;
}

/** Whether a page has had, has planned, or was offered a post that a new one may be. */
export function similarRepository(db: Knex) {
  return {
    /** The one that is most like it; null where none is like it enough for a person to be asked. */
    async closest(
      owner: Owner,
      { pageId, content, likened, marks, placement, exceptId }: Asked,
    ): Promise<Similar | null> {
      const { rows } = await db.raw<{ rows: Row[] }>(
        `
        with asked as materialized (select ?::text as text, ?::text[] as marks, ?::boolean as has_text),
        posts_of_page as materialized (
          select 'post' as kind, p.id, left(p.content, ${EXCERPT}) as content, ${AT} as at, p.created_at,
            ${LIKENED_POST} as likened, p.placement, array(
              select 'file:' || m.sha256 from media_files m where m.post_id = p.id) as marks
          from posts p where p.user_id = ? and p.environment = ? and p.facebook_page_id = ?
            and p.status in ('scheduled', 'publishing', 'published')
            and ${AT} > now() - interval '${REPETITION_DAYS} days'
            and not exists (select from proposals own where own.post_id = p.id and own.id = ?)
          order by ${AT} desc limit ${LIKENED}
        ), offered as materialized (
          select 'proposal' as kind, pr.id, left(pr.content, ${EXCERPT}) as content,
            coalesce(pr.scheduled_at, pr.created_at) as at, pr.created_at, pr.likened, pr.placement, pr.marks
          from proposals pr where pr.user_id = ? and pr.environment = ? and pr.facebook_page_id = ? and pr.id <> ?
            and (pr.state in ('waiting', 'approved') and pr.updated_at > now() - interval '${REPETITION_DAYS} days'
              or pr.state in ('rejected', 'withdrawn', 'expired') and pr.updated_at > now() - interval '7 days')
          order by pr.updated_at desc limit ${LIKENED}
        ), others as materialized (
          select o.*, case when asked.has_text and o.placement = 'feed' then similarity(o.likened, asked.text)
              else 0 end as closeness,
            exists (select from unnest(o.marks) mark where mark = any(asked.marks)
              and o.created_at > now() - case when mark like 'file:%' then interval '7 days'
                else interval '1 day' end) as has_marks
          from (select * from posts_of_page union all select * from offered) o, asked
        )
        select kind, id, content, at from others
        where closeness >= ${ALIKE} or has_marks
          or closeness >= ${ALIKE_TODAY} and created_at > now() - interval '1 day'
        order by closeness desc, kind, id desc limit 1`,
        [
          likened,
          [...marks],
          placement === 'feed' && likened !== '',
          owner.userId,
          owner.environment,
          pageId,
          exceptId,
          owner.userId,
          owner.environment,
          pageId,
          exceptId,
        ],
      );
      const [found] = rows;
      if (found === undefined) return null;
      const { kind, id, at } = found;
      const isSame = placement === 'feed' && normalised(found.content) === normalised(content.slice(0, EXCERPT));
      return { kind, id, content: found.content, at: at.toISOString(), isSame };
    },
  };
}
