import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import type { PageVoice } from '../../contract/page-voice.ts';
import { prepared } from '../../db/database.ts';
import type { Owner } from '../../db/owner.ts';
import { readVoice } from './read-voice.ts';

export interface KeptVoice {
  readonly voice: PageVoice;
  /** 0: nobody has saved one. */
  readonly revision: number;
  readonly updatedAt: Date | null;
}

interface VoiceRow {
  voice: unknown;
  revision: number;
  updated_at: Date;
}

/** What followers liked most of what the page published, whoever wrote it; the newest where that is not known. */
const BEST_POSTS = `
  select p.content from facebook_pages g join posts p on p.facebook_page_id = g.id
    left join post_engagement e on e.post_id = p.id
  where g.id = $1 and g.user_id = $2 and p.status = 'published' and p.placement = 'feed' and length(p.content) >= 20
  order by coalesce(e.likes + e.comments + e.shares, 0) desc, p.published_at desc limit $3`;

export function pageVoiceRepository(db: Knex) {
  return {
    async find(pageId: PageId): Promise<KeptVoice> {
      const [row] = await prepared<VoiceRow>(
        db,
        'page_voice',
        'select voice, revision, updated_at from page_voices where facebook_page_id = $1',
        [pageId],
      );
      return {
        voice: readVoice(row?.voice),
        revision: row?.revision ?? 0,
        updatedAt: row?.updated_at ?? null,
      };
    },

    /** @returns false where somebody has saved another since `revision` */
    async save(owner: Owner, pageId: PageId, voice: PageVoice, revision: number): Promise<boolean> {
      const kept = { voice: JSON.stringify(voice), revision: revision + 1, updated_at: db.fn.now() };
      const changed = await (revision === 0
        ? db('page_voices')
            .insert({ facebook_page_id: pageId, user_id: owner.userId, environment: owner.environment, ...kept })
            .onConflict('facebook_page_id')
            .ignore()
            .returning('revision')
        : db('page_voices').where({ facebook_page_id: pageId, revision }).update(kept).returning('revision'));
      return changed.length > 0;
    },

    /** Texts of the page of `owner`, the best first. */
    async bestPosts({ userId }: Owner, pageId: PageId, most: number): Promise<string[]> {
      const rows = await prepared<{ content: string }>(db, 'best_posts_of_page', BEST_POSTS, [pageId, userId, most]);
      return rows.map(({ content }) => content);
    },
  };
}
export type PageVoiceRepository = ReturnType<typeof pageVoiceRepository>;
