import type { Knex } from 'knex';
import type { Environment } from '../../contract/common.ts';
import type { Language } from '../../contract/generation.ts';
import type { PageId, UserId } from '../../contract/ids.ts';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import type { SourceFlaw } from '../sources/source-flaws.ts';

/** What its owner chose. */
export interface FeedChoices {
  readonly wordsIn: readonly string[];
  readonly wordsOut: readonly string[];
  readonly mostADay: number;
  readonly language: Language;
}

export interface Feed extends FeedChoices {
  readonly id: number;
  readonly userId: UserId;
  readonly environment: Environment;
  readonly facebookPageId: PageId;
  readonly pageName: string;
  readonly address: string;
  readonly title: string;
  readonly isPaused: boolean;
  readonly drafts: number;
  readonly lastReadAt: Date | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly failures: number;
  readonly failingSince: Date | null;
  readonly problem: SourceFlaw | null;
}

const COLUMNS = `f.id, f.user_id as "userId", f.environment, f.facebook_page_id as "facebookPageId",
  g.name as "pageName", f.address, f.title,
  f.words_in as "wordsIn", f.words_out as "wordsOut", f.most_a_day as "mostADay", f.language,
  f.is_paused as "isPaused", f.last_read_at as "lastReadAt", f.etag, f.last_modified as "lastModified", f.failures,
  f.failing_since as "failingSince", f.problem,
  (select count(*)::int from feed_items i where i.feed_id = f.id and i.draft_key is not null
    and i.first_at > now() - interval '30 days') as drafts`;

/** Feeds with what they have made, the newest first. */
export async function foundFeeds(db: Knex, condition: string, values: Knex.RawBinding[]): Promise<Feed[]> {
  const sql = `select ${COLUMNS} from feeds f join facebook_pages g on g.id = f.facebook_page_id
    where ${condition} order by f.id desc`;
  return (await db.raw<{ rows: Feed[] }>(sql, values)).rows;
}

/** Which feeds people follow. */
export function feedsRepository(db: Knex) {
  const found = (condition: string, values: Knex.RawBinding[]) => foundFeeds(db, condition, values);
  const rows = (owner: Owner) => ownedBy(db, 'feeds', owner);

  return {
    list: ({ userId, environment }: Owner) => found('f.user_id = ? and f.environment = ?', [userId, environment]),

    async find({ userId, environment }: Owner, id: number): Promise<Feed | null> {
      const [feed] = await found('f.user_id = ? and f.environment = ? and f.id = ?', [userId, environment, id]);
      return feed ?? null;
    },

    count: async (owner: Owner): Promise<number> =>
      Number(((await rows(owner).count({ total: '*' })) as unknown as [{ total: number }])[0].total),

    /** Until the end of this transaction nobody else adds one for this owner. */
    async lockNew({ userId, environment }: Owner): Promise<void> {
      await db.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`feeds:${userId}/${environment}`]);
    },

    /** null: the page has it already. */
    async add(
      owner: Owner,
      { facebookPageId, address, title, ...choices }: FeedChoices & Pick<Feed, 'facebookPageId' | 'address' | 'title'>,
    ): Promise<number | null> {
      const [row] = await db('feeds')
        .insert({ ...ownedColumns(owner), facebook_page_id: facebookPageId, address, title, ...columnsOf(choices) })
        .onConflict(['facebook_page_id', 'address'])
        .ignore()
        .returning<{ id: number }[]>('id');
      return row?.id ?? null;
    },

    /** Whether it is there. What is resumed is read soon. */
    async change(owner: Owner, id: number, choices: Partial<FeedChoices> & { isPaused?: boolean }): Promise<boolean> {
      const changed = {
        ...columnsOf(choices),
        ...(choices.isPaused !== undefined && { is_paused: choices.isPaused }),
        ...(choices.isPaused === false && { next_at: db.fn.now() }),
      };
      if (Object.keys(changed).length === 0) return (await rows(owner).where({ id }).first()) !== undefined;
      return (await rows(owner).where({ id }).update(changed)) > 0;
    },

    remove: (owner: Owner, id: number) => rows(owner).where({ id }).delete(),
  };
}
export type FeedsRepository = ReturnType<typeof feedsRepository>;

function columnsOf({ wordsIn, wordsOut, mostADay, language }: Partial<FeedChoices>): Record<string, unknown> {
  return {
    ...(wordsIn !== undefined && { words_in: [...wordsIn] }),
    ...(wordsOut !== undefined && { words_out: [...wordsOut] }),
    ...(mostADay !== undefined && { most_a_day: mostADay }),
    ...(language !== undefined && { language }),
  };
}
