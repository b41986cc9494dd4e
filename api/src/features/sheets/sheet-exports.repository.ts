import type { Knex } from 'knex';
import { networkFacts, PUBLISH_PLATFORMS } from '../../contract/networks.ts';
import type { SheetExport } from '../../contract/sheets.ts';
import type { Owner } from '../../db/owner.ts';

/** A post as a line of a sheet. */
export interface ExportedPost {
  readonly id: number;
  readonly page: string | null;
  readonly pageId: string | null;
  readonly content: string;
  readonly status: string;
  readonly at: Date | null;
  readonly images: readonly string[];
  readonly altText: string | null;
  readonly permalinkUrl: string | null;
  readonly likes: number | null;
  readonly comments: number | null;
  readonly shares: number | null;
}

/** A line of a sheet names its page. */
const NETWORKS_WITH_PAGES = PUBLISH_PLATFORMS.filter((network) => networkFacts(network).hasPages);

/** Read at once, so that no export holds more than this in memory. */
const CHUNK = 250;

const SELECTED = `select p.id, g.name as page, g.page_id as "pageId", p.content, p.status,
    p.permalink_url as "permalinkUrl",
    array(select coalesce(m.name, '') from media_files m where m.post_id = p.id order by m.position, m.id) as images,
    (select m.alt_text from media_files m where m.post_id = p.id order by m.position, m.id limit 1) as "altText",
    e.likes, e.comments, e.shares`;
const FROM = `from posts p left join facebook_pages g on g.id = p.facebook_page_id
  left join post_engagement e on e.post_id = p.id
  where p.user_id = :user_id and p.environment = :environment and p.target = any(:networks)`;

/** What is planned by its time, drafts last; what is out from the newest on. Each begins behind the one before. */
const CHUNKS: Readonly<Record<SheetExport, string>> = {
  plan: `${SELECTED}, p.scheduled_at as at ${FROM} and p.status <> 'published'
    and (coalesce(p.scheduled_at, 'infinity'), p.id) > (cast(:at as timestamptz), cast(:id as bigint))
    order by coalesce(p.scheduled_at, 'infinity'), p.id limit ${CHUNK}`,
  history: `${SELECTED}, p.published_at as at ${FROM} and p.status = 'published'
    and (p.published_at, p.id) < (cast(:at as timestamptz), cast(:id as bigint))
    order by p.published_at desc, p.id desc limit ${CHUNK}`,
};
const BEFORE_ALL: Readonly<Record<SheetExport, { at: string; id: number }>> = {
  plan: { at: '-infinity', id: 0 },
  history: { at: 'infinity', id: Number.MAX_SAFE_INTEGER },
};

/** Posts for the sheets that people take away. */
export function sheetExportsRepository(db: Knex) {
  return {
    async *chunks(owner: Owner, what: SheetExport): AsyncGenerator<ExportedPost[]> {
      let { at, id } = BEFORE_ALL[what];
      for (;;) {
        const { rows } = await db.raw<{ rows: (ExportedPost & { mark: string })[] }>(
          `select shown.*, coalesce(shown.at::text, 'infinity') as mark from (${CHUNKS[what]}) shown`,
          { user_id: owner.userId, environment: owner.environment, networks: NETWORKS_WITH_PAGES, at, id },
        );
        const last = rows.at(-1);
        if (last === undefined) return;
        yield rows;
        // As text: a Date holds no parts of a millisecond.
        ({ mark: at, id } = last);
      }
    },
  };
}
