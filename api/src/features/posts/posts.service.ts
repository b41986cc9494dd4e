import type { Knex } from 'knex';
import type { Environment } from '../../contract/common.ts';
import type { PostId } from '../../contract/ids.ts';
import { FACEBOOK } from '../../contract/networks.ts';
import type { FacebookApp, GraphClient } from '../../facebook/graph-client.ts';
import type { IdempotencyKey } from '../../http/idempotency-key.ts';
import type { Networks } from '../../networks/networks.ts';
import type { AiCalls } from '../ai-calls/ai-calls.feature.ts';
import type { Idempotency } from '../idempotency/idempotency.feature.ts';
import type { MediaService } from '../media/media.service.ts';
import { pageRights } from '../page-rights/page-rights.ts';
import type { Pages } from '../pages/pages.feature.ts';
import type { Author } from './author.ts';
import { changingPosts } from './change-posts.ts';
import type { HeldByLoop } from './held-by-loop.ts';
import { newPosts, type CopyInput } from './new-posts.ts';
import type { MediaInput, PostInput } from './post-input.ts';
import { postPreconditions } from './post-preconditions.ts';
import type { Post } from './post.ts';
import type { PostsRepository } from './posts.repository.ts';
import { publishingInAMoment } from './publish-in-a-moment.ts';
import { publishingWhileWaited, type PublishingLoop } from './publish-and-wait.ts';
import { removingFromFacebook } from './remove-from-facebook.ts';
import { removingPosts } from './remove-posts.ts';
import { resolvingPosts } from './resolve-post.ts';

interface Deps {
  readonly db: Knex;
  readonly posts: PostsRepository;
  readonly idempotency: Idempotency;
  readonly pages: Pick<Pages, 'repository'>;
  readonly publishing: HeldByLoop;
  readonly loop: PublishingLoop;
  readonly media: MediaService;
  readonly graph: GraphClient;
  readonly aiCalls: Pick<AiCalls, 'hasCalledAi'>;
  readonly networks: Networks;
  facebookApp(environment: Environment): FacebookApp | null;
}

/** What a post of the Media Center is besides its text and its files. */
const MEDIA_POST = {
  contentType: 'promotional',
  tone: 'Professional',
  keywords: null,
  isAiGenerated: false,
  aiCallId: null,
  status: 'published',
  scheduledAt: null,
  target: FACEBOOK,
} as const;

export function postsService(deps: Deps) {
  const {
    publishing: { takeBack, doubts, forgetAhead },
  } = deps;
  const preconditions = postPreconditions({ ...deps, ...pageRights(deps.db) });
  const { publishAndWait, publishOrKeepAsDraft } = publishingWhileWaited(deps);
  const removeFromFacebook = removingFromFacebook(deps);
  const made = newPosts({ ...deps, preconditions });
  const { need } = preconditions;

  return {
    ...publishingInAMoment({ ...deps, preconditions }),
    ...changingPosts({ ...deps, preconditions, publishAndWait, takeBack, forgetAhead }),
    ...removingPosts({ ...deps, preconditions, takeBack, removeFromFacebook }),
    read: need,
    resolve: resolvingPosts({ ...deps, doubts, publishAndWait }),

    /**
     * The same key again makes nothing new: it waits for the end of the first and answers that.
     * @throws InvalidInputError without a page or a future time; NotFoundError for a page that is not the caller's
     */
    async create(owner: Author, input: PostInput, idempotencyKey: IdempotencyKey | null): Promise<Post> {
      const id = await made.create(owner, input, idempotencyKey);
      return input.status === 'published' ? publishAndWait(owner, id) : need(owner, id);
    },

    /** Publishes at once; what does not go out is kept as a draft, with its problem. */
    async publishMedia(
      owner: Author,
      { media: given, ...asked }: Pick<PostInput, 'content' | 'placement' | 'facebookPageId'> & { media: MediaInput },
      idempotencyKey: IdempotencyKey | null,
    ): Promise<Post> {
      const input = { ...MEDIA_POST, ...asked, media: given };
      return publishOrKeepAsDraft(owner, await made.create(owner, input, idempotencyKey));
    },

    /** Plans a copy of a post of any status, with its files. The same key again makes no second one. */
    async duplicate(owner: Author, id: PostId, copy: CopyInput, idempotencyKey: IdempotencyKey | null): Promise<Post> {
      return need(owner, await made.duplicate(owner, id, copy, idempotencyKey));
    },
  };
}
export type PostsService = ReturnType<typeof postsService>;
