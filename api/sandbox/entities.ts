/** What the simulated Facebook, and the tech site beside it, consist of. Times are milliseconds since 1970. */

export const PERMISSIONS = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'] as const;
export const ALL_TASKS = ['ANALYZE', 'ADVERTISE', 'MESSAGING', 'MODERATE', 'CREATE_CONTENT', 'MANAGE'];

export type Role = 'admin' | 'manager' | 'invitee' | 'blocked' | 'many' | 'nopages';

export interface App {
  id: string;
  secret: string;
  name: string;
  mode: 'development' | 'production';
}

export interface Person {
  role: Role;
  firstName: string;
  lastName: string;
  email: string;
  /** App id to app-scoped id: the same person has another id under another app. */
  scopedIds: Record<string, string>;
}

export interface Page {
  id: string;
  name: string;
  username: string;
  category: string;
  about: string;
  fans: number;
  /** Tasks each person has on the page, by role name. */
  tasks: Record<string, string[]>;
}

type PostKind = 'text' | 'photo' | 'video' | 'reel';

export interface Post {
  id: string;
  /** Grows by one per page: the order of creation, and what list cursors point at. */
  seq: number;
  pageId: string;
  kind: PostKind;
  message: string;
  link: string | null;
  attachments: { type: 'photo' | 'video'; id: string }[];
  appId: string;
  createdAt: number;
  publishedAt: number | null;
  /** When it becomes public by itself: scheduled at Facebook, or still being processed. */
  goLiveAt: number | null;
  goLiveBecause: 'schedule' | 'processing' | null;
  isHidden: boolean;
  isPinned: boolean;
  /** Read lag: not found by GET, nor listed, before these instants. */
  visibleFrom: number;
  listedFrom: number;
  /** Final numbers of a seed post; others grow from a hash of the id. */
  engagement: { likes: number; comments: number; shares: number } | null;
}

export interface Photo {
  id: string;
  pageId: string;
  appId: string;
  mediaId: string;
  postId: string | null;
  caption: string;
  altText: string;
  createdAt: number;
  visibleFrom: number;
}

export interface Video {
  id: string;
  pageId: string;
  appId: string;
  isReel: boolean;
  /** Begun by `video_stories`: it becomes a story, or nothing. */
  isStory?: boolean;
  title: string;
  description: string;
  /** Set by `upload_phase=start` of a chunked upload. */
  sessionId: string | null;
  /** Bytes announced; null until known (a reel learns it from its first upload request). */
  fileSize: number | null;
  receivedBytes: number;
  mediaId: string | null;
  failure: string | null;
  finishedAt: number | null;
  readyAt: number | null;
  postId: string | null;
  createdAt: number;
  visibleFrom: number;
}

/** A photo or a video that followers see for a day. It is public from the moment it is there. */
export interface Story {
  id: string;
  pageId: string;
  appId: string;
  type: 'photo' | 'video';
  /** The photo or the video. */
  mediaId: string;
  createdAt: number;
  /** In the future while the video is processed. */
  publishedAt: number;
  expiresAt: number;
  /** Read lag: not listed before this instant. */
  visibleFrom: number;
}

/** A resumable upload of `/{app}/uploads`; `handle` is what a later video call refers to. */
export interface Upload {
  id: string;
  appId: string;
  fileName: string;
  fileLength: number;
  receivedBytes: number;
  mediaId: string | null;
  handle: string;
}

export const TOKEN_STATES = [
  'ok',
  'expired',
  'revoked',
  'password',
  'checkpoint',
  'role-lost',
  'scope-removed',
  'logged-out',
  'unconfirmed',
] as const;
export type TokenState = (typeof TOKEN_STATES)[number];

export interface Token {
  token: string;
  type: 'USER' | 'PAGE';
  appId: string;
  role: Role;
  pageId: string | null;
  isLong: boolean;
  issuedAt: number;
  /** 0 = never. */
  expiresAt: number;
  dataAccessUntil: number;
  scopes: string[];
  /** Pages the person ticked; null = all. */
  pages: string[] | null;
  state: TokenState;
}

/** What a person allowed an app. */
export interface Grant {
  appId: string;
  role: Role;
  granted: string[];
  declined: string[];
  pages: string[] | null;
}

/** A browser that is logged in through sdk.js. */
export interface SdkSession {
  id: string;
  appId: string;
  role: Role;
  token: string;
}

export interface Article {
  id: string;
  type: 'review' | 'news';
  title: string;
  body: string;
  summary: string | null;
  tags: string[];
  idempotencyKey: string | null;
  createdAt: number;
}

export interface Media {
  id: string;
  bytes: number;
  sha256: string;
  contentType: string;
}
