import type { PageId, PostId } from '../../contract/ids.ts';
import type { Post, PostStatus } from './post.ts';
import { isEditable } from './post-states.ts';

/** As much of a planned post as a calendar shows, whoever's it is. */
export interface PlannedEntry {
  readonly id: PostId;
  readonly excerpt: string;
  readonly status: PostStatus;
  readonly scheduledAt: Date;
  readonly publishNowAt: Date | null;
  readonly facebookPageId: PageId | null;
  readonly pageName: string | null;
  readonly target: Post['target'];
  readonly placement: Post['placement'];
  readonly mediaType: Post['mediaType'];
  readonly hasProblem: boolean;
}

/** What every calendar reads of a post `p`, whose page the statement names. The value: the length of the excerpt. */
export const PLANNED_COLUMNS = `p.id, left(p.content, ?) as excerpt, p.status, p.scheduled_at, p.publish_now_at,
  p.target, p.placement, p.media_type, p.problem is not null as has_problem`;

export interface PlannedRow {
  id: PostId;
  excerpt: string;
  status: PostStatus;
  scheduled_at: Date;
  publish_now_at: Date | null;
  facebook_page_id: PageId | null;
  page_name: string | null;
  target: Post['target'];
  placement: Post['placement'];
  media_type: Post['mediaType'];
  has_problem: boolean;
}

export function toPlanned(row: PlannedRow): PlannedEntry {
  return {
    id: row.id,
    excerpt: row.excerpt,
    status: row.status,
    scheduledAt: row.scheduled_at,
    publishNowAt: isEditable(row.status) ? row.publish_now_at : null,
    facebookPageId: row.facebook_page_id,
    pageName: row.page_name,
    target: row.target,
    placement: row.placement,
    mediaType: row.media_type,
    hasProblem: row.has_problem,
  };
}
