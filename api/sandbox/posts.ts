import type { Post } from './entities.ts';
import type { World } from './world.ts';

type NewPost = Pick<Post, 'pageId' | 'kind' | 'message' | 'appId'> &
  Partial<Pick<Post, 'link' | 'attachments' | 'goLiveAt' | 'goLiveBecause'>>;

/** Creates a post nobody can see yet. `lagMs` hides it from reads for a while. */
export function createPost(world: World, fields: NewPost, lagMs: number): Post {
  const now = world.clock.now();
  const seq = world.shelfOf(fields.pageId).nextSeq;
  const post: Post = {
    id: `${fields.pageId}_${world.newId()}`,
    seq,
    link: null,
    attachments: [],
    goLiveAt: null,
    goLiveBecause: null,
    ...fields,
    createdAt: now,
    publishedAt: null,
    isHidden: false,
    isPinned: false,
    visibleFrom: now + lagMs,
    listedFrom: now + lagMs,
    engagement: null,
  };
  world.addPost(post);
  world.changed();
  return post;
}

/** Makes a post public; a post that already is stays as it was. */
export function publishPost(world: World, post: Post, at: number, lagMs = 0): void {
  world.pending.delete(post);
  post.goLiveAt = null;
  post.goLiveBecause = null;
  if (post.publishedAt !== null) return;
  // The request's time was taken before the post was made.
  post.publishedAt = Math.max(at, post.createdAt);
  post.listedFrom = Math.max(post.listedFrom, world.clock.now() + lagMs);
  world.shelfOf(post.pageId).published.push(post);
  world.changed();
}

export function setGoLive(world: World, post: Post, at: number, because: 'schedule' | 'processing'): void {
  post.goLiveAt = at;
  post.goLiveBecause = because;
  world.pending.add(post);
  world.changed();
}

export function removePost(world: World, post: Post): void {
  const shelf = world.shelfOf(post.pageId);
  drop(shelf.posts, post);
  drop(shelf.published, post);
  world.posts.delete(post.id);
  world.pending.delete(post);
  for (const { type, id } of post.attachments) {
    if (type === 'video') world.videos.delete(id);
    else world.photos.delete(id);
  }
  world.changed();
}

function drop(list: Post[], post: Post): void {
  const index = list.lastIndexOf(post);
  if (index >= 0) list.splice(index, 1);
}

/** Publishes everything whose time has come. Called before each request is served. */
export function settleDue(world: World): void {
  if (world.pending.size === 0) return;
  const now = world.clock.now();
  const due = [...world.pending].filter((post) => post.goLiveAt !== null && post.goLiveAt <= now);
  due.sort((a, b) => (a.goLiveAt ?? 0) - (b.goLiveAt ?? 0));
  for (const post of due) publishPost(world, post, post.goLiveAt ?? now);
}

/** True when the text equals the newest public post of the page: Facebook refuses that as a duplicate. */
export function repeatsLastPost(world: World, pageId: string, message: string): boolean {
  const last = world.shelfOf(pageId).published.at(-1);
  return last !== undefined && normalized(message) !== '' && normalized(last.message) === normalized(message);
}

function normalized(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** Reels the API published on the page in the last 24 hours, those on their way included. */
export function reelsOfLastDay(world: World, pageId: string): number {
  const since = world.clock.now() - 86_400_000;
  const { posts } = world.shelfOf(pageId);
  return posts.filter((post) => post.kind === 'reel' && (post.publishedAt ?? post.goLiveAt ?? 0) > since).length;
}
