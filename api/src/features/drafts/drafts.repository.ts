import type { Knex } from 'knex';
import type { Environment } from '../../contract/common.ts';
import { NETWORKS, PUBLISH_PLATFORMS, type PublishPlatform } from '../../contract/networks.ts';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';

/** What the composer holds; its shape is the contract's alone. */
type Fields = Readonly<Record<string, unknown>>;

interface DraftRow {
  user_id: number;
  environment: Environment;
  key: string;
  revision: number;
  fields: Fields;
  updated_at: Date;
}

export interface Draft {
  readonly key: string;
  readonly revision: number;
  readonly fields: Fields;
  readonly updatedAt: Date;
}
export interface Summary {
  readonly key: string;
  readonly revision: number;
  readonly updatedAt: Date;
  readonly platform: PublishPlatform;
  readonly pageId: string;
  readonly excerpt: string;
}

const EXCERPT = 160;
const ARTICLE_PLATFORMS = PUBLISH_PLATFORMS.filter((platform) => NETWORKS[platform].form === 'article');
const IS_ARTICLE = `fields->>'platform' in (${ARTICLE_PLATFORMS.map((platform) => `'${platform}'`).join(', ')})`;
/** The text that would go out, else what it is to be about. */
const FIRST_WORDS = `left(coalesce(${[
  `case when ${IS_ARTICLE} then fields#>>'{article,content,title}'
    when fields->>'mode' = 'manual' then fields->>'manual' else fields->>'generated' end`,
  `case when ${IS_ARTICLE} then fields#>>'{article,productName}' else fields->>'keywords' end`,
  "fields->>'manual'",
  "fields->>'generated'",
  "fields#>>'{source,title}'",
]
  .map((text) => `nullif(trim(${text}), '')`)
  .join(', ')}, ''), ${EXCERPT})`;

/**
 * A further condition on drafts: written for no page but those that count, as all do for people. What is not for a page
 * yet is theirs alone.
 */
function andOnThosePages({ onlyPages }: Owner): string {
  if (onlyPages === null || onlyPages === undefined) return '';
  const ids = onlyPages.map(Number).filter(Number.isSafeInteger);
  const among = (page: string) => `${page} in (${['null', ...ids.map((id) => `'${id}'`)].join(', ')})`;
  return ` and not ${IS_ARTICLE} and case when jsonb_typeof(fields#>'{several,pages}') = 'array'
    then fields#>'{several,pages}' <> '[]' and (select bool_and(coalesce(${among("chosen->>'pageId'")}, false))
      from jsonb_array_elements(fields#>'{several,pages}') as several(chosen))
    else coalesce(${among("fields->>'pageId'")}, false) end`;
}

export function draftsRepository(db: Knex) {
  const rows = (owner: Owner) => ownedBy<DraftRow>(db, 'drafts', owner);

  return {
    withFiles: draftsWithFiles(db),

    async list(owner: Owner): Promise<Summary[]> {
      const { rows: found } = await db.raw<{ rows: Summary[] }>(
        `select key, revision, updated_at as "updatedAt", fields->>'platform' as platform,
          fields->>'pageId' as "pageId", ${FIRST_WORDS} as excerpt
         from drafts where user_id = ? and environment = ?${andOnThosePages(owner)} order by updated_at desc`,
        [owner.userId, owner.environment],
      );
      return found;
    },

    async find(owner: Owner, key: string): Promise<Draft | null> {
      const row = await rows(owner)
        .whereRaw(`drafts.key = ?${andOnThosePages(owner)}`, [key])
        .first();
      return row === undefined
        ? null
        : { key: row.key, revision: row.revision, fields: row.fields, updatedAt: row.updated_at };
    },

    async count(owner: Owner): Promise<number> {
      const [row] = (await rows(owner).count({ total: '*' })) as unknown as [{ total: string }];
      return Number(row.total);
    },

    /** Begins a draft; null when the key is taken. */
    async begin(owner: Owner, key: string, fields: Fields): Promise<Pick<Draft, 'revision' | 'updatedAt'> | null> {
      const [row] = await db('drafts')
        .insert({ ...ownedColumns(owner), key, fields: JSON.stringify(fields) })
        .onConflict(['user_id', 'environment', 'key'])
        .ignore()
        .returning<DraftRow[]>(['revision', 'updated_at']);
      return row === undefined ? null : { revision: row.revision, updatedAt: row.updated_at };
    },

    /** Writes over `revision` and nothing else; null when that is not the newest. */
    async replace(
      owner: Owner,
      key: string,
      revision: number,
      fields: Fields,
    ): Promise<Pick<Draft, 'revision' | 'updatedAt'> | null> {
      const [row] = await rows(owner)
        .where({ key, revision })
        .update({ fields: JSON.stringify(fields), revision: revision + 1, updated_at: db.fn.now() } as object)
        .returning<DraftRow[]>(['revision', 'updated_at']);
      return row === undefined ? null : { revision: row.revision, updatedAt: row.updated_at };
    },

    async remove(owner: Owner, key: string): Promise<void> {
      await rows(owner).where({ key }).delete();
    },
  };
}
type DraftExcerpt = Pick<Summary, 'key' | 'excerpt' | 'updatedAt'>;

/** Drafts in which one of these files was chosen, the newest first. */
/** Where a draft has its files. */
const HOLDS_FILES = "jsonb_build_array(fields->'several', fields->'images')";

function draftsWithFiles(db: Knex) {
  return async (owner: Owner, fileIds: readonly number[]): Promise<DraftExcerpt[]> => {
    const { rows: found } = await db.raw<{ rows: DraftExcerpt[] }>(
      `select key, updated_at as "updatedAt", ${FIRST_WORDS} as excerpt from drafts
         where user_id = ? and environment = ? and exists (
           select from jsonb_path_query(${HOLDS_FILES}, 'lax $.**.id') as used (id)
           where used.id #>> '{}' = any(?::text[]))
         order by updated_at desc`,
      [owner.userId, owner.environment, fileIds.map(String)],
    );
    return found;
  };
}
export type DraftsRepository = ReturnType<typeof draftsRepository>;
