import type {
  App,
  Article,
  Grant,
  Media,
  Page,
  Person,
  Photo,
  Post,
  SdkSession,
  Story,
  Token,
  Upload,
  Video,
} from './entities.ts';
import { createClock } from './clock.ts';
import type { Clock } from './clock.ts';
import { buildSeed } from './seed.ts';
import { DEFAULT_SETTINGS } from './settings.ts';
import type { Settings } from './settings.ts';

/** Posts of one page: all by creation, public ones by the moment they became public. */
interface Shelf {
  posts: Post[];
  published: Post[];
  nextSeq: number;
}

export interface NextLogin {
  role: string;
  grant?: string[] | undefined;
  pages?: string[] | undefined;
  cancel?: boolean | undefined;
  delayMs?: number | undefined;
}

export interface Throttle {
  scope: 'page' | 'app' | 'user';
  id: string;
  until: number;
  climb: number;
}

export interface World {
  clock: Clock;
  settings: Settings;
  apps: Map<string, App>;
  people: Map<string, Person>;
  pages: Map<string, Page>;
  shelves: Map<string, Shelf>;
  posts: Map<string, Post>;
  photos: Map<string, Photo>;
  videos: Map<string, Video>;
  stories: Map<string, Story>;
  uploads: Map<string, Upload>;
  media: Map<string, Media>;
  tokens: Map<string, Token>;
  grants: Map<string, Grant>;
  sessions: Map<string, SdkSession>;
  /** Login code to user token, for the server-side flow. */
  codes: Map<string, string>;
  articles: Map<string, Article>;
  articlesByKey: Map<string, Article>;
  throttles: Throttle[];
  nextLogin: NextLogin | null;
  /** Posts that go live by themselves. */
  pending: Set<Post>;
  newId(): string;
  /** Tells the snapshot that something changed. */
  changed(): void;
  onChange(listener: () => void): void;
  shelfOf(pageId: string): Shelf;
  addPost(post: Post): void;
  /** Back to the seed. Tokens already handed out stay good: a state put on them is lifted. */
  reset(): void;
  exportState(): WorldState;
  importState(state: WorldState): void;
}

export interface WorldState {
  format: 1;
  counter: number;
  clockOffsetMs: number;
  settings: Settings;
  pages: Page[];
  posts: Post[];
  photos: Photo[];
  videos: Video[];
  /** Left out by a snapshot of before there were any. */
  stories?: Story[];
  uploads: Upload[];
  media: Media[];
  tokens: Token[];
  grants: Grant[];
  sessions: SdkSession[];
  articles: Article[];
}

/** Tokens that ended longer ago are dropped at a restart, so that the snapshot does not grow for ever. */
const FORGET_EXPIRED_MS = 7 * 86_400_000;

export function createWorld(): World {
  const listeners = new Set<() => void>();
  let counter = 0;

  const world: World = {
    clock: createClock(),
    settings: { ...DEFAULT_SETTINGS },
    ...nothing(),

    newId() {
      counter += 1;
      return `1221${String(counter).padStart(14, '0')}`;
    },
    changed() {
      for (const listener of listeners) listener();
    },
    onChange(listener) {
      listeners.add(listener);
    },
    shelfOf(pageId) {
      const shelf = world.shelves.get(pageId) ?? { posts: [], published: [], nextSeq: 1 };
      world.shelves.set(pageId, shelf);
      return shelf;
    },
    addPost(post) {
      const shelf = world.shelfOf(post.pageId);
      world.posts.set(post.id, post);
      shelf.posts.push(post);
      shelf.nextSeq = Math.max(shelf.nextSeq, post.seq + 1);
      if (post.publishedAt !== null) shelf.published.push(post);
      if (post.goLiveAt !== null) world.pending.add(post);
    },
    reset() {
      const kept = [...world.tokens.values()];
      clear(world);
      sow(world);
      world.clock.offsetMs = 0;
      for (const token of kept) world.tokens.set(token.token, { ...token, state: 'ok' });
      world.changed();
    },
    exportState: () => ({ ...stateOf(world), counter }),
    importState(state) {
      counter = state.counter;
      restore(world, state);
    },
  };
  sow(world);
  return world;
}

function stateOf(world: World): Omit<WorldState, 'counter'> {
  return {
    format: 1,
    clockOffsetMs: world.clock.offsetMs,
    settings: world.settings,
    pages: [...world.pages.values()],
    posts: [...world.posts.values()],
    photos: [...world.photos.values()],
    videos: [...world.videos.values()],
    stories: [...world.stories.values()],
    uploads: [...world.uploads.values()],
    media: [...world.media.values()],
    tokens: [...world.tokens.values()],
    grants: [...world.grants.values()],
    sessions: [...world.sessions.values()],
    articles: [...world.articles.values()],
  };
}

/** The world as it was when `state` was taken. */
function restore(world: World, state: WorldState): void {
  clear(world);
  sow(world);
  world.posts.clear();
  world.shelves.clear();
  world.pages.clear();
  world.photos.clear();
  world.clock.offsetMs = state.clockOffsetMs;
  world.settings = { ...DEFAULT_SETTINGS, ...state.settings };
  for (const page of state.pages) world.pages.set(page.id, page);
  for (const post of state.posts) world.addPost(post);
  for (const shelf of world.shelves.values())
    shelf.published.sort((a, b) => (a.publishedAt ?? 0) - (b.publishedAt ?? 0));
  for (const photo of state.photos) world.photos.set(photo.id, photo);
  for (const video of state.videos) world.videos.set(video.id, video);
  for (const story of state.stories ?? []) world.stories.set(story.id, story);
  for (const upload of state.uploads) world.uploads.set(upload.id, upload);
  for (const media of state.media) world.media.set(media.id, media);
  for (const token of state.tokens)
    if (token.expiresAt === 0 || token.expiresAt > world.clock.now() - FORGET_EXPIRED_MS)
      world.tokens.set(token.token, token);
  for (const grant of state.grants) world.grants.set(`${grant.appId}:${grant.role}`, grant);
  for (const session of state.sessions) world.sessions.set(session.id, session);
  for (const article of state.articles) {
    world.articles.set(article.id, article);
    if (article.idempotencyKey !== null) world.articlesByKey.set(article.idempotencyKey, article);
  }
}

/** A world before its seed. */
function nothing() {
  return {
    apps: new Map(),
    people: new Map(),
    pages: new Map(),
    shelves: new Map(),
    posts: new Map(),
    photos: new Map(),
    videos: new Map(),
    stories: new Map(),
    uploads: new Map(),
    media: new Map(),
    tokens: new Map(),
    grants: new Map(),
    sessions: new Map(),
    codes: new Map(),
    articles: new Map(),
    articlesByKey: new Map(),
    throttles: [],
    nextLogin: null,
    pending: new Set<Post>(),
  } satisfies Partial<World>;
}

function clear(world: World): void {
  const maps = [
    world.apps,
    world.people,
    world.pages,
    world.shelves,
    world.posts,
    world.photos,
    world.videos,
    world.stories,
    world.uploads,
    world.media,
    world.tokens,
    world.grants,
    world.sessions,
    world.codes,
    world.articles,
    world.articlesByKey,
  ];
  for (const map of maps) map.clear();
  world.pending.clear();
  world.throttles = [];
  world.nextLogin = null;
  world.settings = { ...DEFAULT_SETTINGS };
}

function sow(world: World): void {
  const seed = buildSeed(Date.now());
  for (const app of seed.apps) world.apps.set(app.id, app);
  for (const person of seed.people) world.people.set(person.role, person);
  for (const page of seed.pages) world.pages.set(page.id, page);
  for (const post of seed.posts) world.addPost(post);
}
