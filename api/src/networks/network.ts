import type { Knex } from 'knex';
import type { GraphPageId, PageId, PostId } from '../contract/ids.ts';
import type { Config } from '../config/config.ts';
import type { Environment } from '../contract/common.ts';
import type { MediaType } from '../contract/posts.ts';
import type { Placement } from '../contract/stories.ts';
import type { Clock } from '../db/clock.ts';
import type { FacebookApp, GraphClient } from '../facebook/graph-client.ts';
import type { PageProblem } from '../problems/problem.ts';
import type { Failure } from './failure.ts';
import type { FiztechClient } from './fiztech/fiztech-client.ts';
import type { Refusal } from './refusal.ts';
import type { Checkpoint, Outgoing, OutgoingArticle, OutgoingMedia, Target } from './target.ts';

/** A post whose time has come, as it was planned. */
export interface Planned {
  readonly postId: PostId;
  readonly environment: Environment;
  readonly mediaType: MediaType;
  readonly placement: Placement;
  /** Our row of the page. */
  readonly facebookPageId: PageId | null;
  readonly content: string;
  readonly article: OutgoingArticle | null;
  readonly createdAt: Date;
  /** The database's. */
  readonly now: Clock;
  /** `started`: nothing was made of it yet. */
  readonly attempt: { readonly state: string };
}

/** A post with everything that its way out needs. */
export interface Ready {
  readonly post: Outgoing;
  readonly target: Target;
  /** Where it goes, as its owner knows it. */
  readonly pageName: string;
}

/**
 * Why a post cannot go out now.
 * - `fail`: it cannot go out at all
 * - `hold`: its owner has to do something first
 * - `wait`: its turn comes at `waitUntil`
 * - `miss`: its time passes, and its owner decides
 */
export interface NotReady {
  readonly problem: PageProblem;
  readonly next: 'fail' | 'hold' | 'wait' | 'miss';
  readonly waitUntil?: Date;
}

/** The shape of addresses at which posts are to be seen. */
export interface PostLinks {
  readonly host: string;
  isAt(url: URL): boolean;
  /** The network's id of the post, or of its video, where the address names it. */
  remoteIdIn(url: URL): string | null;
  /** The address of what the network calls `remoteId`; null where an id says nothing of it. */
  permalinkOf(remoteId: string): string | null;
}

/** A connected page, as it is at the moment of publishing. */
interface FoundPage {
  readonly page: {
    readonly id: PageId;
    readonly pageId: GraphPageId;
    readonly name: string;
    readonly problem: PageProblem | null;
  };
  readonly token: string | null;
  readonly isRemoved: boolean;
}

/** How large photos may be, and smaller ones in place of those that are refused. */
export interface Photos {
  /** Larger ones are not even tried. */
  readonly limitBytes: number;
  /** Every photo up to here is taken; whether a larger one is, shows when it is sent. */
  readonly sureBytes: number;
  /**
   * The photo of a file, drawn anew within `sureBytes`; null where it cannot be drawn.
   * @throws when this machine has no room for it at the moment
   */
  drawSure(file: string): Promise<Blob | null>;
}

/** What a network may build on. */
export interface NetworkDeps {
  readonly config: Pick<Config, 'FB_PUBLISH_MODE' | 'FIZTECH_HOST'>;
  readonly db: Knex;
  readonly graph: GraphClient;
  /** null while it is not set up. */
  readonly fiztech: FiztechClient | null;
  facebookApp(environment: Environment): FacebookApp | null;
  readonly photos: Photos;
  readonly pages: {
    /** By our row of it. */
    forPublishing(id: PageId): Promise<FoundPage | null>;
  };
}

/**
 * A network that posts go to: all that is particular to it, for the engine and for whoever names its posts. What
 * screens need of it is in the contract.
 */
export interface Network {
  /** As rows and callers name it. */
  readonly name: string;
  readonly links: PostLinks;
  /** Administrators have given it what it needs: an app, or an address. */
  isSetUp(environment: Environment): boolean;
  /** Reads again, at the moment of publishing, all that may have changed since a post was planned. */
  prepare(planned: Planned, media: readonly OutgoingMedia[]): Promise<Ready | NotReady>;
  /** The ids that what a checkpoint tells of has at the network. */
  idsIn(checkpoint: Checkpoint): readonly string[];
  /** What a clear no asks of us. @param pageName as its owner knows it; @param now the database's time */
  refusalOf(error: Failure, pageName: string, now: Date): Refusal;
}
