import { randomInt } from 'node:crypto';
import type { GraphPageId, PostId, UserId } from '../contract/ids.ts';
import type { Knex } from 'knex';
import { ENVIRONMENTS } from '../contract/common.ts';
import type { Environment } from '../contract/common.ts';
import type { DraftFields } from '../contract/composing.ts';
import { FACEBOOK, networkFacts } from '../contract/networks.ts';
import type { SheetReading } from '../contract/sheets.ts';
import { ownedColumns, type Owner } from '../db/owner.ts';
import { secretBox } from '../db/secrets.ts';
import { pagesRepository, type ConnectedPage, type NewPage } from '../features/pages/pages.repository.ts';
import type { Post } from '../features/posts/post.ts';
import { boundBy, insertSql } from '../features/posts/post-writes.sql.ts';

/** Seals what the tests store, and opens it in the app under test. */
export const TEST_SECRET_KEY = 'a key for tests, of more than thirty-two characters';

export interface TestUser extends Owner {
  readonly facebookId: string;
  readonly name: string;
}

export interface UserFacts {
  readonly facebookId?: string;
  readonly name?: string;
  readonly environment?: Environment;
  /** The entry in the access list; null for none. */
  readonly access?: 'whitelist' | 'blacklist' | null;
  readonly role?: 'user' | 'admin';
}

/** An empty composer, as somebody finds it. */
export const DRAFT_FIELDS: DraftFields = {
  platform: FACEBOOK,
  mode: 'manual',
  pageId: '',
  contentType: '',
  keywords: '',
  tone: 'Professional',
  language: 'English',
  length: 'Medium',
  generated: '',
  generationId: 0,
  replaced: '',
  replacedGenerationId: 0,
  manual: '',
  schedule: { date: '', time: '' },
  failedPostId: 0,
  article: {
    contentType: 'review',
    productName: '',
    newsCategory: 'Mobile Technology',
    content: null,
    generationId: 0,
  },
};

/** How a sheet of pages and texts is read. */
export const SHEET_READING: SheetReading = {
  hasHeader: true,
  columns: ['page', 'text'],
  timeZone: 'Asia/Kuala_Lumpur',
};

/** Somebody who may come in, unless told otherwise. */
export async function buildUser(
  db: Knex,
  {
    facebookId = someId(),
    name = 'Siti Aminah',
    environment = ENVIRONMENTS[0],
    access = 'whitelist',
    role = 'user',
  }: UserFacts = {},
): Promise<TestUser> {
  const [first = name, ...rest] = name.split(' ');
  const [row] = await db('users')
    .insert({ environment, facebook_id: facebookId, name, first_name: first, last_name: rest.join(' ') })
    .returning<{ id: UserId }[]>('id');
  if (access !== null) await db('access_entries').insert({ facebook_id: facebookId, name, type: access, role });
  return { userId: idOf(row), environment, facebookId, name };
}

/** A test may name a page by what it has of it. */
type PageFacts = Partial<Omit<NewPage, 'pageId'>> & { readonly pageId?: string };

/** A connected page of `owner`, with a token that nobody has ever given out. */
export async function buildPage(db: Knex, owner: Owner, facts: PageFacts = {}): Promise<ConnectedPage> {
  const pageId = (facts.pageId ?? someId()) as GraphPageId;
  const [page] = await pagesRepository(db, secretBox(TEST_SECRET_KEY)).save(owner, [
    {
      name: `Page ${pageId}`,
      category: 'Brand',
      accessToken: `token-of-${pageId}`,
      canPublish: true,
      problem: null,
      ...facts,
      pageId,
    },
  ]);
  if (page === undefined) throw new Error('The page was not stored');
  return page;
}

type PostFacts = Partial<
  { readonly target: string; readonly facebookPageId: number | null } & Pick<
    Post,
    | 'content'
    | 'placement'
    | 'mediaType'
    | 'contentType'
    | 'tone'
    | 'keywords'
    | 'isAiGenerated'
    | 'status'
    | 'scheduledAt'
    | 'publishedAt'
    | 'remoteId'
    | 'isLate'
  >
>;

const HOUR_MS = 3_600_000;

/** A post of `owner` for a page of theirs: scheduled for an hour from now, unless told otherwise. Answers its id. */
export async function buildPost(db: Knex, owner: Owner, facts: PostFacts = {}): Promise<PostId> {
  const status = facts.status ?? 'scheduled';
  const target = facts.target ?? FACEBOOK;
  const pageRow = facts.facebookPageId ?? (networkFacts(target).hasPages ? (await buildPage(db, owner)).id : null);
  const row = {
    ...ownedColumns(owner),
    target,
    facebook_page_id: pageRow,
    placement: facts.placement ?? 'feed',
    media_type: facts.mediaType ?? 'text',
    content: facts.content ?? 'Fresh kaya toast until noon.',
    content_type: facts.contentType ?? 'promotional',
    tone: facts.tone ?? null,
    keywords: facts.keywords ?? null,
    is_ai_generated: facts.isAiGenerated ?? false,
    scheduled_at: facts.scheduledAt ?? timeOf(db, status),
    published_at: facts.publishedAt ?? (status === 'published' ? new Date() : null),
    remote_id: facts.remoteId ?? (status === 'published' ? `${someId()}_${someId()}` : null),
    is_late: facts.isLate ?? false,
    lease_token: status === 'publishing' ? db.raw('gen_random_uuid()') : null,
    lease_expires_at: status === 'publishing' ? db.raw("now() + interval '90 seconds'") : null,
  };
  const { rows } = await db.raw<{ rows: { id: PostId }[] }>(`${insertSql(status, boundBy(row))} returning id`, row);
  return idOf(rows[0]);
}

/** When a post of this status was to go out. */
function timeOf(db: Knex, status: Post['status']): Date | Knex.Raw | null {
  if (status === 'draft' || status === 'published') return null;
  return status === 'scheduled' ? new Date(Date.now() + HOUR_MS) : db.fn.now();
}

/** An id as Facebook gives them out: digits beyond what a number holds. */
export function someId(): string {
  return `1021${String(randomInt(1, 281_474_976_710_655)).padStart(15, '0')}`;
}

function idOf<Id>(row: { id: Id } | undefined): Id {
  if (row === undefined) throw new Error('The row was not stored');
  return row.id;
}
