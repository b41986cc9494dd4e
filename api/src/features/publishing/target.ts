import { GraphTransportError, type GraphError } from '../../facebook/graph-errors.ts';

/** What a target needs to know of a post. */
export interface Outgoing {
  readonly postId: number;
  readonly content: string;
  /** Facebook's id of the page. */
  readonly pageId: string;
  readonly pageToken: string;
  readonly app: { readonly appId: string; readonly appSecret: string };
}

/** How far the visible step of an earlier try got. */
export interface SentBefore {
  /** The object that `prepare` made, if the mode makes one. */
  readonly remoteId: string | null;
  readonly sentAt: Date;
}

export type Failure = GraphError | GraphTransportError;

/** A broken line, a server error or a code that nobody knows: the call may or may not have taken effect. */
export function isUnclear(error: Failure): boolean {
  return error instanceof GraphTransportError || error.kind === 'transient' || error.kind === 'unknown';
}

export type Outcome =
  | { readonly kind: 'published'; readonly remoteId: string; readonly permalinkUrl: string | null }
  /** A clean look found that it is not public. */
  | { readonly kind: 'absent' }
  /** Facebook said no: nothing became visible. */
  | { readonly kind: 'refused'; readonly error: Failure }
  /** Nobody knows whether it became visible. */
  | { readonly kind: 'unclear'; readonly error: Failure };

/** How the visible step may end; only a look can find a post absent. */
export type Sent = Exclude<Outcome, { kind: 'absent' }>;

/**
 * Where a post goes. `prepare` shows nothing and may be repeated; `commit` is the only visible step;
 * `observe` finds out what became of a commit whose answer was lost.
 */
export interface Target {
  /** True when repeating `commit` on the same prepared object cannot make a second post. */
  readonly isCommitRepeatable: boolean;
  /** @returns the id of the invisible object, or null where there is none; throws `Failure` */
  prepare(post: Outgoing): Promise<string | null>;
  commit(post: Outgoing, preparedId: string | null): Promise<Sent>;
  observe(post: Outgoing, sent: SentBefore): Promise<Outcome>;
}
