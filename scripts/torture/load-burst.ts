import { Readable } from 'node:stream';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import { diskStorage } from '../../api/src/features/media/disk-storage.ts';
import { receiveAll, type Received } from '../../api/src/features/media/media-storage.ts';
import { insertSql } from '../../api/src/features/posts/post-writes.sql.ts';
import { mp4File, pngFile } from '../../api/src/testing/media-files.ts';
import type { Owner } from './owner.ts';
import { isStory, type Kind, type PlannedPost } from './plan.ts';
import type { World } from './world.ts';

const AT_ONCE = 1000;
/** For posts that wait for their owner's click. */
const SOME_DAY_MS = 24 * 3600_000;
const VIDEO_BYTES = 20_000;
const PART_BYTES = 8192;

/** @param isOfStories of posts among which are stories, which the database of an earlier release does not know */
const insert = (isOfStories: boolean) => `
  with given as (
    select * from jsonb_to_recordset($2::jsonb) as r(target text, facebook_page_id bigint, content text,
      content_type text, media_type text, placement text, article jsonb,
      scheduled_at timestamptz, files integer, sha256 text, mime_type text, bytes bigint)
  ), made as (
    ${insertSql(
      'scheduled',
      {
        user_id: 'u.id',
        environment: 'u.environment',
        target: 'given.target',
        facebook_page_id: 'given.facebook_page_id',
        content: 'given.content',
        content_type: 'given.content_type',
        media_type: 'given.media_type',
        ...(isOfStories && { placement: 'given.placement' }),
        article: 'given.article',
        scheduled_at: 'given.scheduled_at',
      },
      'given, users u where u.id = $1',
    )} returning *
  )
  insert into media_files (user_id, environment, post_id, position, sha256, mime_type, bytes)
  select m.user_id, m.environment, m.id, n, g.sha256, g.mime_type, g.bytes
  from made m join given g using (content), generate_series(1, g.files) n`;

/** How a kind of post stands in our own table. */
const MEDIA_TYPES: Record<Kind, string> = {
  text: 'text',
  photo: 'image',
  photos: 'image',
  video: 'video',
  reel: 'reel',
  story: 'image',
  'video story': 'video',
  article: 'text',
};
const FILES: Record<Kind, number> = {
  text: 0,
  photo: 1,
  photos: 3,
  video: 1,
  reel: 1,
  story: 1,
  'video story': 1,
  article: 0,
};

/** Puts the planned posts on the schedule, due from `startAt` on, with the files that they need. */
export async function putOnSchedule(
  { table, folder, control }: World,
  owner: Owner,
  posts: readonly PlannedPost[],
  startAt: number,
): Promise<void> {
  const files = await storeFiles(path.join(folder, 'media'), posts.filter(isStory));
  // A video goes up in several parts.
  await control('PUT', 'switches', { chunkBytes: PART_BYTES });
  const rows = posts
    .filter(({ action }) => action?.name !== 'create twice')
    .map(({ n, kind, page, text, marker, dueInMs }) => ({
      content: text,
      target: kind === 'article' ? 'fiztech' : 'facebook',
      facebook_page_id: page === null ? null : owner.pages[page]?.id,
      content_type: kind === 'article' ? 'tech-news' : 'story',
      media_type: MEDIA_TYPES[kind],
      placement: isStory({ kind }) ? 'story' : 'feed',
      article: kind === 'article' ? { type: 'news', title: marker, body: text } : null,
      scheduled_at: new Date(startAt + (dueInMs ?? SOME_DAY_MS)).toISOString(),
      files: FILES[kind],
      ...(files.ofStories.get(n) ?? (MEDIA_TYPES[kind] === 'image' ? files.picture : files.video)),
    }));
  const statement = insert(posts.some(isStory));
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await table.rows(statement, [owner.userId, JSON.stringify(rows.slice(at, at + AT_ONCE))]);
}

async function storeFiles(folder: string, stories: readonly PlannedPost[]) {
  const storage = diskStorage(folder);
  const keep = async (file: Buffer, isPicture: boolean) => {
    const { sha256, bytes } = await receiveAll(storage, Readable.from([file])).then(async (received: Received) => {
      await storage.put(received);
      return received;
    });
    return { sha256, mime_type: isPicture ? 'image/png' : 'video/mp4', bytes };
  };
  const ofStories = await pMap(
    stories,
    async (post) => [post.n, await keep(storyFile(post), post.kind === 'story')] as const,
    { concurrency: 4 },
  );
  return {
    picture: await keep(pngFile(), true),
    video: await keep(mp4File(VIDEO_BYTES), false),
    ofStories: new Map(ofStories),
  };
}

/** What a story shows, unlike any other: it has no text that the judge could go by. */
export function storyFile({ n, kind }: Pick<PlannedPost, 'n' | 'kind'>): Buffer {
  return kind === 'story' ? pngFile(n + 1) : mp4File(VIDEO_BYTES + n + 1);
}

/** When an answer to a deletion came: nothing may become public after that. */
export type Deletions = Map<number, number>;

/** Does what the plan has the owner do, each at its time. Resolves when all of it has been answered. */
export async function actAsPlanned(
  { table }: World,
  owner: Owner,
  posts: readonly PlannedPost[],
  startAt: number,
): Promise<Deletions> {
  const deletions: Deletions = new Map();
  await Promise.all(
    posts
      .filter(({ action }) => action !== null)
      .map(async (post) => {
        await sleep(Math.max(0, startAt + (post.action?.atMs ?? 0) - Date.now()));
        await act(table, owner, post, deletions);
      }),
  );
  return deletions;
}

async function act(table: World['table'], owner: Owner, post: PlannedPost, deletions: Deletions): Promise<void> {
  const page = post.page === null ? null : (owner.pages[post.page]?.id ?? null);
  if (post.action?.name === 'create twice') {
    await owner.callTwice('POST', '/api/posts', { content: post.text, status: 'published', facebookPageId: page });
    return;
  }
  const { id } = await table.one<{ id: number }>('select id::int from posts where content = $1', [post.text]);
  switch (post.action?.name) {
    case 'publish':
    case 'publish twice':
      await owner.callTwice('POST', `/api/posts/${id}/publish`, {});
      return;
    case 'reschedule':
      await owner.call('PATCH', `/api/posts/${id}`, { scheduledAt: new Date(Date.now() + 10_000).toISOString() });
      return;
    case 'edit':
      await owner.call('PATCH', `/api/posts/${id}`, { content: `${post.text} (edited)` });
      return;
    case 'delete': {
      const { status } = await owner.call('DELETE', `/api/posts/${id}`);
      if (status === 200 || status === 404) deletions.set(post.n, Date.now());
      return;
    }
    default:
  }
}
