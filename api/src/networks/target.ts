import type { Clock } from '../db/clock.ts';
import type { GraphPageId, PostId } from '../contract/ids.ts';
import type { FacebookApp } from '../facebook/graph-client.ts';
import { isFailure, isUnclear, type Failure } from './failure.ts';

/** Where the bytes of a file come from. */
export interface FileSource {
  /** Read while they are sent, never whole. @throws Failure where they cannot be had at the moment */
  blob(): Promise<Blob>;
  /** Lends them as a file of this machine: by its absolute path, until `task` is done. */
  asFile<Result>(task: (path: string) => Promise<Result>): Promise<Result>;
}

/** A file of a post, wherever it lies. */
export interface OutgoingMedia extends FileSource {
  readonly id: number;
  readonly mimeType: string;
  readonly bytes: number;
  readonly altText: string | null;
}

/** What goes to the tech site. */
export interface OutgoingArticle {
  readonly type: 'review' | 'news';
  readonly title: string;
  readonly body: string;
  readonly [more: string]: unknown;
}

/** What every target needs to know of a post. */
export interface Outgoing {
  readonly postId: PostId;
  readonly content: string;
  readonly createdAt: Date;
  /** The database's. */
  readonly now: Clock;
  readonly media: readonly OutgoingMedia[];
  readonly article: OutgoingArticle | null;
  /** Where it goes on Facebook; null for the tech site. */
  readonly page: { readonly pageId: GraphPageId; readonly token: string; readonly app: FacebookApp } | null;
}

/** An outgoing post that has its page: every post for Facebook. */
export type OutgoingToPage = Outgoing & { readonly page: NonNullable<Outgoing['page']> };

/**
 * JSON of the target's own: ids of uploads, offsets. Kept with the attempt, so that a crash loses no more than the step
 * under way.
 */
export type Checkpoint = Readonly<Record<string, string | number | boolean | readonly string[] | null>>;

/** How much of a post's files is with Facebook. */
export interface SentSoFar {
  readonly sent: number;
  readonly total: number;
}

/**
 * Saves the checkpoint durably and renews the lease; resolves to false when the post is no longer this worker's, which
 * must then stop.
 */
export type SaveCheckpoint = (checkpoint: Checkpoint, soFar?: SentSoFar) => Promise<boolean>;

/** How far an earlier try got. */
export interface SentBefore {
  /** The object that `prepare` made, if the mode makes one. */
  readonly remoteId: string | null;
  readonly checkpoint: Checkpoint;
  readonly sentAt: Date;
}

/** A clear no is a refusal; a broken line, a server error or a code nobody knows leaves the outcome open. */
export async function outcomeOf<Known extends Outcome>(
  call: () => Promise<Known>,
): Promise<Known | Exclude<Sent, { kind: 'published' | 'processing' }>> {
  try {
    return await call();
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { kind: isUnclear(error) ? 'unclear' : 'refused', error };
  }
}

interface There {
  readonly remoteId: string;
  /** Found by its words alone: another post of ours with the same words may be it. */
  readonly byWords?: true;
}

export type Outcome =
  | (There & { readonly kind: 'published'; readonly permalinkUrl: string | null })
  /** Accepted for good, visible once Facebook has worked on it; `observe` tells when, or why not. */
  | (There & { readonly kind: 'processing' })
  /** A clean poll found that it is not public. */
  | { readonly kind: 'absent' }
  /** The service said no: nothing became visible. */
  | { readonly kind: 'refused'; readonly error: Failure }
  /** Nobody knows whether it became visible. */
  | { readonly kind: 'unclear'; readonly error: Failure };

/** How the visible step may end; only a poll can find a post absent. */
export type Sent = Exclude<Outcome, { kind: 'absent' }>;

/** What to look for at a place, and when it may have come there. */
export interface Sought {
  readonly since: Date;
  /** null: until now. */
  readonly until: Date | null;
  /** Objects that were about to be shown, and files that went into them. */
  readonly ids: readonly string[];
  /** What is known of may have been made once more, in a time that our database has lost. */
  readonly mayBeMadeAnew?: boolean;
  /** Of the texts that were sent; see `textMark`. */
  readonly textMarks: readonly string[];
  /** The ids among these that other posts of ours already are: an equal text of theirs is not this post. */
  taken(remoteIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/**
 * Where a post goes. `prepare` shows nothing and may be repeated; `commit` is the only visible step;
 * `observe` finds out what became of a commit whose answer was lost; `search` finds a post without knowing any id.
 */
export interface Target {
  /** True when repeating `commit` on the same prepared object cannot make a second post. */
  readonly isCommitRepeatable: boolean;
  /**
   * `prepare` makes nothing: by a key of the post's own the network makes one post, however often it hears of it, and
   * tells of that one.
   */
  readonly isKeyed?: true;
  /**
   * Does the invisible work, going on from its checkpoint.
   * @returns the id of the invisible object, null where the mode makes none, or 'lost' when `save` said so
   * @throws Failure
   */
  prepare(post: Outgoing, checkpoint: Checkpoint, save: SaveCheckpoint): Promise<string | null | 'lost'>;
  /**
   * Of `prepare`, the part that takes long and holds nothing of the text: the files. 'lost' when `save` said so.
   * @throws Failure
   */
  uploadAhead?(post: Outgoing, checkpoint: Checkpoint, save: SaveCheckpoint): Promise<'done' | 'lost'>;
  commit(post: Outgoing, prepared: { readonly id: string | null; readonly checkpoint: Checkpoint }): Promise<Sent>;
  observe(post: Outgoing, sent: SentBefore, sought: Sought): Promise<Outcome>;
  /** Looks at what is public at the place, by id and by content. */
  search(post: Outgoing, sought: Sought): Promise<Outcome>;
  /**
   * A read that must succeed for whoever can see the place: without that, not to find something there says nothing.
   * @param known ids of posts that are known to be there
   * Left out where a search asks for the one post alone, and its answer stands by itself.
   * @returns why the place cannot be seen, or null
   */
  control?(post: Outgoing, known: readonly string[]): Promise<Failure | null>;
}
