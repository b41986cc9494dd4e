import type { PageId, PostId } from '../../contract/ids.ts';
import { isoSql } from '../../db/iso-sql.ts';
import type { Post, PostStatus } from './post.ts';

/** As much of a planned post as a calendar shows, whoever's it is; instants as a call says them. */
export interface PlannedEntry {
  readonly id: PostId;
  readonly excerpt: string;
  readonly status: PostStatus;
  readonly scheduledAt: string;
  readonly publishNowAt: string | null;
  readonly facebookPageId: PageId | null;
  readonly pageName: string | null;
  readonly target: Post['target'];
  readonly placement: Post['placement'];
  readonly mediaType: Post['mediaType'];
  readonly hasProblem: boolean;
}

/**
 * What every calendar reads of a post `p` that waits for its time, and whose page the statement names: the rows as they
 * come are the entries, and to make a date of each time and a text of the date took a quarter of the reading, for there
 * are thousands. The value: the length of the excerpt.
 */
export const PLANNED_COLUMNS = `p.id, left(p.content, ?) as excerpt, p.status,
  ${isoSql('p.scheduled_at')} as "scheduledAt",
  case when p.status <> 'publishing' then ${isoSql('p.publish_now_at')} end as "publishNowAt", p.target, p.placement,
  p.media_type as "mediaType", p.problem is not null as "hasProblem"`;
