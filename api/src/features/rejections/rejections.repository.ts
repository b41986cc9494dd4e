import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import { prepared } from '../../db/database.ts';
import { REJECTED, type Rejection } from './rejection.ts';

/** What somebody minded longer ago is not held against a text. */
const REMEMBERED_DAYS = 90;
/** The AI is told the newest, so that a prompt stays short. */
const MOST_TOLD = 8;

/** $1: page, $2: at most so many. What was wrong with the time says nothing about texts. */
const RECENT = `
  select kind, words from (
    (select decision_kind as kind, coalesce(decision_reason, '') as words, decided_at as at from proposals
      where facebook_page_id = $1 and state = 'rejected' and decision_kind <> 'time'
        and updated_at > now() - interval '${REMEMBERED_DAYS} days'
      order by updated_at desc limit $2)
    union all
    (select reason->'params'->>'kind', coalesce(reason->'params'->>'words', ''), updated_at from automation_slots
      where facebook_page_id = $1 and state = 'skipped' and reason->>'code' = '${REJECTED}'
        and reason->'params'->>'kind' <> 'time' and updated_at > now() - interval '${REMEMBERED_DAYS} days'
      order by updated_at desc limit $2)
  ) rejected order by at desc limit $2`;

/** Why people rejected posts of a page lately, proposed by whomever: the newest first. */
export function rejectionsRepository(db: Knex) {
  return {
    recent: (pageId: PageId): Promise<Rejection[]> =>
      prepared<{ kind: Rejection['kind']; words: string }>(db, 'recent_rejections', RECENT, [pageId, MOST_TOLD]),
  };
}
export type RejectionsRepository = ReturnType<typeof rejectionsRepository>;
