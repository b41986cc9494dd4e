import type { Knex } from 'knex';
import type { GraphPageId, PageId, UserId } from '../../contract/ids.ts';
import { prepared } from '../../db/database.ts';
import { readTogether } from '../../db/read-together.ts';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import type { SecretBox, SecretPlace } from '../../db/secrets.ts';
import type { PageProblem } from '../../problems/problem.ts';
import { readPageProblem } from '../../problems/stored-problem.ts';

/** A connected page. Its token is read on its own, by `token`. */
export interface ConnectedPage {
  readonly id: PageId;
  readonly pageId: GraphPageId;
  readonly name: string;
  readonly category: string | null;
  readonly canPublish: boolean;
  readonly isActive: boolean;
  readonly isConnected: boolean;
  readonly problem: PageProblem | null;
}

export interface NewPage {
  readonly pageId: GraphPageId;
  readonly name: string;
  readonly category: string | null;
  readonly accessToken: string;
  readonly canPublish: boolean;
  readonly problem: PageProblem | null;
  /** When the token ends, and when it stops to open what it opens; null for never or unknown. */
  readonly tokenExpiresAt?: Date | null;
  readonly dataAccessExpiresAt?: Date | null;
  /** Everything that a check asks is known already; else it is asked within a minute. */
  readonly isChecked?: boolean;
}

interface PageRow {
  id: PageId;
  user_id: UserId;
  page_id: GraphPageId;
  name: string;
  category: string | null;
  access_token: string | null;
  can_publish: boolean;
  is_active: boolean;
  is_connected: boolean;
  problem: unknown;
}

/** All but the key: naming it would lock the rows against everything that refers to them, such as a post that ends. */
const RENEWED = [
  'name',
  'category',
  'can_publish',
  'access_token',
  'is_active',
  'is_connected',
  'removed_at',
  'token_checked_at',
  'updated_at',
  'token_expires_at',
  'data_access_expires_at',
  'warning',
  'next_check_at',
  'problem',
] as const;

const LISTED = ['id', 'page_id', 'name', 'category', 'can_publish', 'is_active', 'is_connected', 'problem'] as const;

/** What a page's token is sealed for. */
export function tokenPlace(userId: UserId, pageId: GraphPageId): SecretPlace {
  return { table: 'facebook_pages', column: 'access_token', row: `${userId}/${pageId}` };
}

export function pagesRepository(db: Knex, secrets: SecretBox) {
  return {
    ...listedPages(db),

    ...pagesByRow(db, secrets),

    /** Stores pages with their tokens, in one statement; a page that was there before is renewed. */
    async save(owner: Owner, pages: readonly NewPage[]): Promise<ConnectedPage[]> {
      if (pages.length === 0) return [];
      const rows = await db('facebook_pages')
        .insert(
          pages.map((page) => ({
            ...ownedColumns(owner),
            page_id: page.pageId,
            name: page.name,
            category: page.category,
            can_publish: page.canPublish,
            access_token: secrets.seal(page.accessToken, tokenPlace(owner.userId, page.pageId)),
            is_active: true,
            is_connected: page.problem === null,
            removed_at: null,
            token_checked_at: db.fn.now(),
            updated_at: db.fn.now(),
            token_expires_at: page.tokenExpiresAt ?? null,
            data_access_expires_at: page.dataAccessExpiresAt ?? null,
            warning: null,
            next_check_at: page.isChecked === true ? db.raw("now() + interval '24 hours'") : db.fn.now(),
            problem: page.problem === null ? null : JSON.stringify(page.problem),
          })),
        )
        .onConflict(['user_id', 'environment', 'page_id'])
        .merge([...RENEWED])
        .returning([...LISTED]);
      return (rows as PageRow[]).map(toPage);
    },

    /** Forgets the token at once; the name stays for the history. */
    async remove(owner: Owner, id: PageId): Promise<boolean> {
      const changed = await ownedBy<PageRow>(db, 'facebook_pages', owner)
        .where('id', id)
        .whereNull('removed_at')
        .update({
          access_token: null,
          is_connected: false,
          is_active: false,
          removed_at: db.fn.now(),
          updated_at: db.fn.now(),
        } as object);
      return Number(changed) === 1;
    },
  };
}

/** Pages as their owner sees them. */
export function listedPages(db: Knex) {
  return {
    async list(owner: Owner): Promise<ConnectedPage[]> {
      const rows = await ownedBy<PageRow>(db, 'facebook_pages', owner)
        .whereNull('removed_at')
        .orderBy('name')
        .orderBy('id')
        .select(...LISTED);
      return (rows as PageRow[]).map(toPage);
    },

    async find(owner: Owner, id: PageId): Promise<ConnectedPage | null> {
      const row = await ownedBy<PageRow>(db, 'facebook_pages', owner)
        .where('id', id)
        .whereNull('removed_at')
        .first(...LISTED);
      return row === undefined ? null : toPage(row as PageRow);
    },
  };
}

const FOR_PUBLISHING = `
  select id, user_id, page_id, name, category, access_token, can_publish, is_active, is_connected, problem, removed_at
  from facebook_pages where id = any($1::bigint[])`;

/** Pages by their row, whoever owns them, with their tokens. */
function pagesByRow(db: Knex, secrets: SecretBox) {
  const open = (row: PageRow) =>
    row.access_token === null ? null : secrets.open(row.access_token, tokenPlace(row.user_id, row.page_id));

  const rowForPublishing = readTogether(async (ids: readonly PageId[]) => {
    const rows = await prepared<PageRow & { removed_at: Date | null }>(db, 'pages_for_publishing', FOR_PUBLISHING, [
      ids,
    ]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id));
  });

  return {
    /** For the engine: a page by its row, with its token, whoever owns it. */
    async forPublishing(id: PageId): Promise<{ page: ConnectedPage; token: string | null; isRemoved: boolean } | null> {
      const row = await rowForPublishing(id);
      return row === undefined ? null : { page: toPage(row), token: open(row), isRemoved: row.removed_at !== null };
    },

    /**
     * Notes what is wrong with a page, or with null that nothing is. A page with a problem counts as disconnected, and
     * is soon looked at.
     * @param usedToken what the problem was found with: when the page has another token by now, nothing is noted
     * @returns whether it was noted
     */
    async setProblem(id: PageId, problem: PageProblem | null, usedToken?: string): Promise<boolean> {
      for (;;) {
        const row = await db<PageRow>('facebook_pages').where({ id }).first();
        if (row === undefined || (usedToken !== undefined && open(row) !== usedToken)) return false;
        const noted = await db('facebook_pages')
          .where({ id, access_token: row.access_token })
          .update({
            is_connected: problem === null,
            problem: problem === null ? null : JSON.stringify(problem),
            next_check_at: db.fn.now(),
            updated_at: db.fn.now(),
          });
        // Changed meanwhile: it is another token, or the same one under another key.
        if (Number(noted) === 1 || usedToken === undefined) return Number(noted) === 1;
      }
    },

    /** Whether the page still has this token. In a transaction nobody changes that until its end. */
    async hasToken(id: PageId, token: string): Promise<boolean> {
      const row = await db<PageRow>('facebook_pages').where({ id }).forNoKeyUpdate().first();
      return row !== undefined && open(row) === token;
    },

    /** Its token is looked at within a minute, unless it is known that something is wrong with it. */
    async checkSoon(id: PageId): Promise<void> {
      await db('facebook_pages').where({ id, problem: null }).update({ next_check_at: db.fn.now() });
    },
  };
}
export type PagesRepository = ReturnType<typeof pagesRepository>;

function toPage(row: PageRow): ConnectedPage {
  return {
    id: row.id,
    pageId: row.page_id,
    name: row.name,
    category: row.category,
    canPublish: row.can_publish,
    isActive: row.is_active,
    isConnected: row.is_connected,
    problem: readPageProblem(row.problem),
  };
}
