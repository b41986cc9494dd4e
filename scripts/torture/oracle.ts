import { createHash } from 'node:crypto';
import pMap from 'p-map';
import type { Owner } from './owner.ts';
import { isStory, type PlannedPost } from './plan.ts';
import { storyFile, type Deletions } from './load-burst.ts';
import type { World } from './world.ts';

/** What a person would call it. */
export const VIOLATIONS = {
  twice: 'out more than once',
  lost: 'neither out nor ended with a cause',
  'falsely published': 'called published, and not out',
  'falsely unpublished': 'called failed, missed or waiting, and out',
  'wrong text': 'out with a text that its owner had replaced',
  'out after deletion': 'became public after its owner was told that it was deleted',
  'not told': 'ended without being out, and its owner got no notification',
} as const;
export type ViolationKind = keyof typeof VIOLATIONS;

export interface Violation {
  readonly kind: ViolationKind;
  readonly post: PlannedPost;
  /** Of our own rows; more than one is a violation in itself. */
  readonly rowIds: readonly number[];
  readonly out: readonly PublicPost[];
}

interface Row {
  id: number;
  content: string;
  status: string;
  problem: { code: string; message: string } | null;
  remote_id: string | null;
  is_notified: boolean;
}
interface PublicPost {
  id: string;
  text: string;
  publishedAt: string;
}

export interface Verdict {
  /** Posts by how they ended. */
  readonly ends: Readonly<Record<string, number>>;
  readonly out: number;
  readonly violations: readonly Violation[];
}

const ROWS = `
  select p.id::int, p.content, p.status, p.problem, p.remote_id, exists (
    select from notifications n where n.user_id = p.user_id and n.environment = p.environment
      and n.facebook_page_id is not distinct from p.facebook_page_id
      and n.kind = p.status and n.updated_at >= p.updated_at - interval '60 seconds') as is_notified
  from posts p`;

/** Compares what every post is called with what is really out there. */
export async function judge(
  { table, control }: World,
  owner: Owner,
  posts: readonly PlannedPost[],
  deletions: Deletions,
): Promise<Verdict> {
  const rows = groupBy(await table.rows<Row>(ROWS), ({ content }) => markerOf(content));
  const shown = [...(await listPublic({ control }, owner)), ...(await listStories({ control }, owner, posts))];
  const out = groupBy(shown, ({ text }) => markerOf(text));
  const ends: Record<string, number> = {};
  const violations: Violation[] = [];

  for (const post of posts) {
    const [mine, seen] = [rows.get(post.marker) ?? [], out.get(post.marker) ?? []];
    const [row] = mine;
    const end = row === undefined ? 'deleted' : row.status;
    ends[end] = (ends[end] ?? 0) + 1;
    const kinds = row === undefined ? judgeDeleted(seen, deletions.get(post.n)) : judgeRow(row, seen);
    // The database may have forgotten the deletion. Its owner has not.
    if (row !== undefined && deletions.has(post.n)) kinds.push(...judgeDeleted(seen, deletions.get(post.n)));
    if (mine.length > 1 && !kinds.includes('twice')) kinds.push('twice');
    violations.push(...kinds.map((kind) => ({ kind, post, rowIds: mine.map(({ id }) => id), out: seen })));
  }
  return { ends, out: [...out.values()].flat().length, violations };
}

function judgeRow(row: Row, seen: readonly PublicPost[]): ViolationKind[] {
  const found: ViolationKind[] = [];
  const [first] = seen;
  if (seen.length > 1) found.push('twice');
  if (row.status === 'published') {
    if (first === undefined) found.push('falsely published');
    else if (first.text !== row.content) found.push('wrong text');
    return found;
  }
  if (first !== undefined) found.push('falsely unpublished');
  const isEnded = row.status === 'failed' || row.status === 'missed';
  if (row.problem === null || row.status === 'publishing') found.push('lost');
  else if (isEnded && !row.is_notified) found.push('not told');
  return found;
}

function judgeDeleted(seen: readonly PublicPost[], deletedAt: number | undefined): ViolationKind[] {
  if (deletedAt === undefined) return ['lost'];
  if (seen.length > 1) return ['twice'];
  return seen.some(({ publishedAt }) => Date.parse(publishedAt) > deletedAt) ? ['out after deletion'] : [];
}

async function listPublic({ control }: Pick<World, 'control'>, owner: Owner): Promise<PublicPost[]> {
  const ofPages = await pMap(
    owner.pages,
    async ({ pageId }) => {
      const posts = await control<{ id: string; message: string; is_published: boolean; published_time: string }[]>(
        'GET',
        `pages/${pageId}/posts`,
      );
      return posts
        .filter((post) => post.is_published)
        .map(({ id, message, published_time: publishedAt }) => ({ id, text: message, publishedAt }));
    },
    { concurrency: 4 },
  );
  const articles = await control<{ id: string; body: string; createdAt: string }[]>('GET', 'fiztech/posts');
  return [
    ...ofPages.flat(),
    ...articles.map(({ id, body, createdAt }) => ({ id, text: body, publishedAt: createdAt })),
  ];
}

interface StoryOut {
  readonly id: string;
  readonly is_published: boolean;
  readonly published_time: string;
  readonly attachments: readonly { readonly sha256?: string }[];
}

/** Stories by the files that they show, as if each said the text of its post. One that nobody planned has none. */
async function listStories(
  { control }: Pick<World, 'control'>,
  owner: Owner,
  posts: readonly PlannedPost[],
): Promise<PublicPost[]> {
  const planned = new Map(
    posts.filter(isStory).map((post) => [createHash('sha256').update(storyFile(post)).digest('hex'), post]),
  );
  if (planned.size === 0) return [];
  const ofPages = await pMap(owner.pages, ({ pageId }) => control<StoryOut[]>('GET', `pages/${pageId}/stories`), {
    concurrency: 4,
  });
  return ofPages
    .flat()
    .filter((story) => story.is_published)
    .map(({ id, published_time: publishedAt, attachments: [file] }) => ({
      id,
      text: planned.get(file?.sha256 ?? '')?.text ?? '',
      publishedAt,
    }));
}

/** Ends at the colon; what people wrote of their own has none. */
function markerOf(text: string): string {
  return text.slice(0, Math.max(0, text.indexOf(':')));
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
