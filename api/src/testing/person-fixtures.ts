import { createHash, randomUUID } from 'node:crypto';
import type { GraphPageId, PageId } from '../contract/ids.ts';
import type { Knex } from 'knex';
import type { Environment } from '../contract/common.ts';
import { keptColumns, ownedColumns, type Owner } from '../db/owner.ts';
import { secretBox } from '../db/secrets.ts';
import { configurationRepository } from '../features/configuration/configuration.repository.ts';
import { deliveriesRepository } from '../features/webhooks/deliveries.repository.ts';
import { newSecret } from '../features/webhooks/signing.ts';
import { webhooksRepository } from '../features/webhooks/webhooks.repository.ts';
import { feedsRepository } from '../features/feeds/feeds.repository.ts';
import { sourcesRepository } from '../features/sources/sources.repository.ts';
import { sheetsRepository } from '../features/sheets/sheets.repository.ts';
import {
  buildPage,
  buildPost,
  buildUser,
  DRAFT_FIELDS,
  SHEET_READING,
  someId,
  TEST_SECRET_KEY,
  type TestUser,
} from './builders.ts';

/** Somebody with one of everything that a call of the contract can name, and one of what administrators keep. */
export interface Fixtures {
  readonly owner: TestUser;
  readonly page: { readonly id: number; readonly pageId: GraphPageId; readonly name: string };
  readonly draft: number;
  /** The key of what is being written. */
  readonly composed: string;
  readonly published: number;
  /** One text for several pages, of which one is left. */
  readonly composition: number;
  /** What comes again by a rule, and has made nothing yet. */
  readonly recurrence: number;
  readonly pageGroup: number;
  /** One that is followed for the page. */
  readonly feed: number;
  /** A page that was read. */
  readonly source: number;
  /** One that waits to be imported. */
  readonly sheet: number;
  /** A change of many posts, of which none could be changed. */
  readonly bulkChange: number;
  /** A file of the library that is in no post, and the upload that it was. */
  readonly file: number;
  readonly upload: string;
  /** What an agent proposes, and nobody has decided about. */
  readonly proposal: { readonly id: number; readonly hash: string };
  /** One of the owner's data, of which the file is gone. */
  readonly dataExport: number;
  readonly notification: number;
  /** What automation wrote and nobody has approved yet. */
  readonly automationDraft: { readonly id: number; readonly hash: string };
  readonly entry: number;
  readonly app: number;
  /** One that is told things, and something that it was told. */
  readonly webhook: number;
  readonly webhookDelivery: number;
  readonly releaseToken: number;
  /** One of the owner's, which opens nothing by itself. */
  readonly token: number;
  readonly invitation: { readonly id: number; readonly code: string };
  /** Somebody with whom the page is shared, and a link for somebody else. */
  readonly pageMember: number;
  readonly pageInvitation: number;
}

export async function buildFixtures(
  db: Knex,
  {
    environment = 'development',
    content = 'Fresh kaya toast until noon.',
    of = null,
  }: {
    environment?: Environment;
    content?: string;
    /** Somebody who is there, and gets another page with all that; null: somebody new. */
    of?: TestUser | null;
  } = {},
): Promise<Fixtures> {
  const owner = of ?? (await buildUser(db, { environment }));
  const page = await buildPage(db, owner);
  const code = `CODE-${someId()}`;
  const app = await configurationRepository(db, secretBox(TEST_SECRET_KEY)).addApp({
    appId: someId(),
    appSecret: `secret-${code}`,
    mode: 'test',
    isActive: false,
    description: null,
  });
  const file = await insert(db, 'media_files', {
    ...ownedColumns(owner),
    sha256: createHash('sha256').update(code).digest('hex'),
    mime_type: 'image/png',
    bytes: 10,
    kind: 'image',
    width: 1,
    height: 1,
    name: 'kaya.png',
    library_at: db.fn.now(),
    created_at: 'infinity',
  });
  const upload = randomUUID();
  await db('media_uploads').insert({ ...ownedColumns(owner), id: upload, bytes: 10, media_file_id: file });
  const webhook = await listen(db, owner);
  return {
    owner,
    page,
    file,
    webhook,
    webhookDelivery: await tell(db, owner, webhook),
    upload,
    composed: await composeDraft(db, owner, page.id, content),
    draft: await buildPost(db, owner, { status: 'draft', facebookPageId: page.id, content }),
    published: await buildPost(db, owner, { status: 'published', facebookPageId: page.id, content }),
    composition: await compose(db, owner, page.id, content),
    recurrence: await repeat(db, owner, page.id, content),
    bulkChange: await insert(db, 'bulk_changes', {
      ...keptColumns({ ...owner, onlyPages: [page.id] }),
      kind: 'move',
      outcome: JSON.stringify({ postIds: [], unchanged: [] }),
    }),
    pageGroup: await insert(db, 'page_groups', { ...ownedColumns(owner), name: code }),
    feed: await follow(db, owner, page.id, content),
    source: (await sourcesRepository(db).add(owner, { ...SOMETHING_READ, title: content })).id,
    sheet: await uploadSheet(db, { ...owner, onlyPages: [page.id] }, page.name, content),
    automationDraft: await draftOfAutomation(db, owner, page.id, content),
    proposal: await propose(db, owner, page.id, content),
    notification: await insert(db, 'notifications', {
      ...ownedColumns(owner),
      kind: 'page',
      group_key: code,
      facebook_page_id: page.id,
    }),
    dataExport: await insert(db, 'data_exports', {
      ...ownedColumns(owner),
      facebook_id: owner.facebookId,
      state: 'expired',
      ended_at: db.raw("now() - interval '8 days'"),
      expires_at: db.raw("now() - interval '1 day'"),
    }),
    entry: await insert(db, 'access_entries', {
      facebook_id: someId(),
      name: 'Somebody',
      type: 'whitelist',
      role: 'user',
    }),
    app: app?.id ?? 0,
    releaseToken: await insert(db, 'release_tokens', {
      name: code,
      area: 'mf_history',
      rights: ['stage'],
      secret_hash: createHash('sha256').update(code).digest(),
    }),
    token: await insert(db, 'api_tokens', {
      ...ownedColumns(owner),
      kind: 'oauth',
      name: 'An assistant',
      scopes: ['read'],
      needs_approval: true,
    }),
    invitation: { id: await insert(db, 'invitation_codes', { code }), code },
    pageMember: await insert(db, 'page_members', {
      ...ownedColumns(owner),
      facebook_page_id: page.id,
      member_id: (await buildUser(db, { environment })).userId,
      role: 'editor',
    }),
    pageInvitation: await insert(db, 'page_invitations', {
      ...ownedColumns(owner),
      facebook_page_id: page.id,
      role: 'editor',
      code_hash: createHash('sha256').update(code).digest(),
      expires_at: db.raw("now() + interval '1 day'"),
    }),
  };
}

async function listen(db: Knex, owner: TestUser): Promise<number> {
  return webhooksRepository(db, secretBox(TEST_SECRET_KEY)).create(owner, {
    name: 'Somewhere',
    url: 'https://93.184.215.14/hooks',
    shownUrl: 'https://93.184.215.14/hooks',
    format: 'standard',
    events: ['post.failed'],
    secret: newSecret(),
  });
}

async function tell(db: Knex, owner: TestUser, webhook: number): Promise<number> {
  const made = await deliveriesRepository(db).addFor(owner, webhook, {
    id: randomUUID(),
    type: 'webhook.test',
    timestamp: new Date(0).toISOString(),
    environment: owner.environment,
    summary: 'Hello.',
    link: 'https://pages.example.com/',
    data: {},
  });
  return made?.id ?? 0;
}

async function composeDraft(db: Knex, owner: TestUser, pageId: PageId, manual: string): Promise<string> {
  const key = randomUUID();
  await db('drafts').insert({
    ...ownedColumns(owner),
    key,
    fields: JSON.stringify({ ...DRAFT_FIELDS, pageId: String(pageId), manual }),
  });
  return key;
}

async function compose(db: Knex, owner: TestUser, pageId: PageId, content: string): Promise<number> {
  const id = await insert(db, 'compositions', { ...ownedColumns(owner), content });
  const post = await buildPost(db, owner, { status: 'draft', facebookPageId: pageId, content });
  await db('posts').where({ id: post }).update({ composition_id: id });
  return id;
}

async function repeat(db: Knex, owner: TestUser, pageId: PageId, content: string): Promise<number> {
  const id = await insert(db, 'recurrences', {
    ...ownedColumns(owner),
    facebook_page_id: pageId,
    rule: 'FREQ=WEEKLY;BYDAY=MO',
    starts_on: '2026-11-23',
    time_of_day: '09:00',
    time_zone: 'Asia/Kuala_Lumpur',
    content_type: 'promotional',
    planned_at: db.fn.now(),
  });
  await insert(db, 'recurrence_texts', {
    ...ownedColumns(owner),
    recurrence_id: id,
    position: 0,
    content,
    media_type: 'text',
  });
  return id;
}

async function propose(db: Knex, owner: TestUser, pageId: PageId, content: string): Promise<Fixtures['proposal']> {
  const hash = createHash('sha256').update(content).digest('hex');
  const posts = await db('posts').where({ facebook_page_id: pageId }).pluck<number[]>('id');
  const id = await insert(db, 'proposals', {
    ...ownedColumns(owner),
    facebook_page_id: pageId,
    author_id: owner.userId,
    content,
    content_type: 'story',
    is_ai_generated: true,
    media_type: 'text',
    placement: 'feed',
    content_hash: hash,
    intent_hash: hash,
    marks: [],
    // All fixtures have one text: that it is like the others is known, and no reason to refuse an approval.
    similar_to: JSON.stringify({
      kind: 'post',
      id: posts[0],
      content: '',
      at: new Date().toISOString(),
      isSame: false,
      alike: posts.map((post) => ({ kind: 'post', id: post })),
    }),
    person_name: owner.name,
  });
  return { id, hash };
}

async function uploadSheet(db: Knex, owner: Owner, page: string, content: string): Promise<number> {
  const sheet = { name: 'posts.csv', sha256: '0'.repeat(64), reading: SHEET_READING };
  const rows = [
    ['Page', 'Text'],
    [page, content],
  ];
  return sheetsRepository(db).add(
    owner,
    sheet,
    rows.map((cells, at) => ({ number: at + 1, cells })),
  );
}

async function draftOfAutomation(
  db: Knex,
  owner: TestUser,
  pageId: PageId,
  content: string,
): Promise<Fixtures['automationDraft']> {
  const cycle = await insert(db, 'automation_cycles', {
    ...ownedColumns(owner),
    starts_at: db.fn.now(),
    ends_at: db.raw("now() + interval '6 hours'"),
    is_catch_up: false,
  });
  const id = await insert(db, 'automation_slots', {
    ...ownedColumns(owner),
    cycle_id: cycle,
    facebook_page_id: pageId,
    position: 0,
    content_type: 'story',
    due_at: db.raw("now() + interval '1 hour'"),
    state: 'draft',
    mode: 'draft',
    content,
    next_at: db.raw("now() + interval '7 days'"),
  });
  return { id, hash: createHash('sha256').update(content).digest('hex') };
}

async function insert(db: Knex, table: string, row: object): Promise<number> {
  const [made] = await db(table).insert(row).returning<{ id: number }[]>('id');
  if (made === undefined) throw new Error('The row was not stored');
  return made.id;
}

const SOMETHING_READ = {
  kind: 'link',
  address: 'https://news.example/bread',
  name: 'news.example',
  author: null,
  publishedAt: null,
  text: 'A bakery opens.',
  isCut: false,
} as const;

async function follow(db: Knex, owner: Owner, facebookPageId: PageId, title: string): Promise<number> {
  const id = await feedsRepository(db).add(owner, {
    facebookPageId,
    address: 'https://news.example/feed',
    title,
    wordsIn: [],
    wordsOut: [],
    mostADay: 3,
    language: 'English',
  });
  return id ?? 0;
}
