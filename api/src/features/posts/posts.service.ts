import type { Knex } from 'knex';
import type { PageId, PostId } from '../../contract/ids.ts';
import type { Environment } from '../../contract/common.ts';
import { FACEBOOK, networkFacts } from '../../contract/networks.ts';
import type { Owner } from '../../db/owner.ts';
import type { FacebookApp, GraphClient } from '../../facebook/graph-client.ts';
import { GraphError, GraphTransportError } from '../../facebook/graph-errors.ts';
import { ConflictError, InvalidInputError, NotFoundError, RefusedError, UpstreamError } from '../../http/errors.ts';
import type { IdempotencyKey } from '../../http/idempotency-key.ts';
import * as z from 'zod';
import { articleType, titleAndBody, type Article } from '../../networks/fiztech/article.ts';
import type { IdempotencyKeysRepository } from '../idempotency/idempotency-keys.repository.ts';
import type { Network } from '../../networks/network.ts';
import type { PostFiles } from '../media/media-of-posts.ts';
import type { MediaService } from '../media/media.service.ts';
import type { Place } from '../media/media.repository.ts';
import type { PagesRepository } from '../pages/pages.repository.ts';
import type { Author } from './author.ts';
import { PROBLEM_ACTION } from '../../contract/pages.ts';
import { presentProblem } from '../../problems/present-problem.ts';
import { CODE, isInDoubt, type Problem } from '../../problems/problem.ts';
import type { Post } from './post.ts';
import { EDITABLE } from './post-states.ts';
import { wordsFor } from './missing-words.ts';
import type { Doubts } from './doubts.ts';
import { resolvingPosts } from './resolve-post.ts';
import { postsRepository, type PostChanges, type PostCopy, type PostsRepository } from './posts.repository.ts';

/** A time this little in the past is a slow hand or a slow line, not a mistake: the post goes out at once. */
const PAST_TOLERANCE_MS = 60_000;
/** Facebook gives up on nothing within this; a longer wait is told as it stands. */
const PUBLISH_WAIT_MS = 25_000;

const BEING_PUBLISHED = 'This post is being published right now.';
const IN_DOUBT =
  'This post may already be out. Tell us first whether you see it on its page, or that we should forget it.';
const PUBLISHED_ALREADY = 'This post has been published already.';

export interface PostInput {
  readonly content: string;
  readonly contentType: string;
  readonly tone: string | null;
  readonly keywords: string | null;
  readonly isAiGenerated: boolean;
  /** The call to the AI that wrote it, where one did. */
  readonly aiCallId: number | null;
  readonly status: 'draft' | 'scheduled' | 'published';
  readonly scheduledAt: Date | null;
  readonly facebookPageId: PageId | null;
  readonly target: Post['target'];
  /** For the tech site; left out, the text is taken for one: its first line for the title, the rest for the body. */
  readonly article?: Article;
  /** Given by the Media Center, which has words of its own for what is missing. */
  readonly media?: MediaInput;
}

export interface MediaInput {
  readonly type: Post['mediaType'];
  /** null: none. */
  readonly files: PostFiles | null;
}

/** What brings posts out. */
export interface Publisher {
  /** Brings one post out that is due now, and waits for its end up to `waitMs`. */
  publishNow(postId: PostId, waitMs: number): Promise<void>;
  /** Takes a post that waits for its next try from the loop; false when it may be out already, or a worker is at it. */
  takeBack(trx: Knex, owner: Owner, postId: PostId): Promise<boolean>;
  /** Posts of which nobody knows whether they are out, in a transaction. */
  doubts(trx: Knex): Doubts;
}

interface Deps {
  readonly db: Knex;
  readonly posts: PostsRepository;
  readonly idempotencyKeys: IdempotencyKeysRepository;
  readonly pages: PagesRepository;
  readonly publishing: Pick<Publisher, 'takeBack' | 'doubts'>;
  readonly loop: Pick<Publisher, 'publishNow'>;
  readonly media: MediaService;
  readonly graph: GraphClient;
  /** Whether this person had the AI called so. */
  hasCalledAi(owner: Owner, callId: number): Promise<boolean>;
  facebookApp(environment: Environment): FacebookApp | null;
  linksOf(target: Post['target']): Network['links'];
}

export function postsService({
  db,
  posts,
  idempotencyKeys,
  pages,
  publishing,
  loop,
  media,
  graph,
  hasCalledAi,
  facebookApp,
  linksOf,
}: Deps) {
  async function need(owner: Owner, id: PostId): Promise<Post> {
    const post = await posts.find(owner, id);
    if (post === null) throw new NotFoundError('This post does not exist.');
    return post;
  }

  async function needPage(owner: Owner, id: PageId): Promise<void> {
    if ((await pages.find(owner, id)) === null) throw new NotFoundError('This Facebook page is not connected.');
  }

  /**
   * Publishes and waits for the end.
   * @throws RefusedError or UpstreamError when it did not go out, the post is kept; ConflictError when somebody put it off or deleted it first
   */
  async function publishAndWait(owner: Owner, id: PostId): Promise<Post> {
    await loop.publishNow(id, PUBLISH_WAIT_MS);
    const post = await posts.find(owner, id);
    if (post === null)
      throw new ConflictError(
        'This post was deleted meanwhile. If it had gone out before that, it is still on its page.',
      );
    // A draft with a problem is one that failed a moment ago, and was kept for another try.
    const hasFailed = post.status === 'failed' || (post.status === 'draft' && post.problem !== null);
    if (!hasFailed && isPutOff(post, await posts.now()))
      throw new ConflictError('This post was put off before it could go out. It has the time that was chosen last.', {
        postId: id,
      });
    if (!hasFailed) return post;
    const problem = post.problem === null ? null : presentProblem(post.problem, { now: post.readAt });
    const message = problem?.message ?? 'The post could not be published.';
    const expose = { postId: post.id, problem };
    throw post.problem?.code === CODE.unreachable
      ? new UpstreamError(message, expose)
      : new RefusedError(message, expose);
  }

  return {
    /**
     * The same key again makes nothing new: it waits for the end of the first and answers that.
     * @throws InvalidInputError without a page or a future time; NotFoundError for a page that is not the caller's
     */
    async create(owner: Author, input: PostInput, idempotencyKey: IdempotencyKey | null): Promise<Post> {
      const id =
        (await idempotencyKeys.find(owner, idempotencyKey)) ?? (await createOnce(owner, input, idempotencyKey));
      return input.status === 'published' ? publishAndWait(owner, id) : need(owner, id);
    },

    /** Publishes at once; what does not go out is kept as a draft, with its problem. */
    async publishMedia(
      owner: Author,
      { content, facebookPageId, media: given }: Pick<PostInput, 'content' | 'facebookPageId'> & { media: MediaInput },
      idempotencyKey: IdempotencyKey | null,
    ): Promise<Post> {
      const id =
        (await idempotencyKeys.find(owner, idempotencyKey)) ??
        (await createOnce(
          owner,
          {
            content,
            facebookPageId,
            media: given,
            contentType: 'promotional',
            tone: 'Professional',
            keywords: null,
            isAiGenerated: false,
            aiCallId: null,
            status: 'published',
            scheduledAt: null,
            target: FACEBOOK,
          },
          idempotencyKey,
        ));
      try {
        const post = await publishAndWait(owner, id);
        const problem = cooldownOf(post);
        if (problem === null || !(await posts.keepAsDraft(owner, id, { from: 'scheduled', problem }))) return post;
        const wire = presentProblem(problem, { now: post.readAt });
        throw new RefusedError(wire.message, { postId: id, problem: wire });
      } catch (error) {
        await posts.keepAsDraft(owner, id, { from: 'failed' });
        throw error;
      }
    },

    read: need,

    /** @throws ConflictError when the post is on its way out or out */
    async update(owner: Author, id: PostId, changes: Omit<PostChanges, 'status' | 'publishNow'>): Promise<Post> {
      const post = await need(owner, id);
      if (changes.facebookPageId !== undefined) await needPageFor(owner, post, changes.facebookPageId);
      const move = await moveOf(changes);
      const isMoved =
        (await posts.change(owner, id, EDITABLE, move)) ||
        (move.status !== undefined && (await moveTakenBack(owner, id, move)));
      if (!isMoved) throw await conflict(owner, post.id);
      return need(owner, id);
    },

    /** Plans a copy of a post of any status, with its files. The same key again makes no second one. */
    async duplicate(owner: Author, id: PostId, copy: PostCopy, idempotencyKey: IdempotencyKey | null): Promise<Post> {
      const made =
        (await idempotencyKeys.find(owner, idempotencyKey)) ?? (await duplicateOnce(owner, id, copy, idempotencyKey));
      return need(owner, made);
    },

    /** Publishes right now, on `pageId` where given. The same key again waits for the end of the first and answers that. */
    async publish(
      owner: Author,
      id: PostId,
      pageId: PageId | null,
      idempotencyKey: IdempotencyKey | null,
    ): Promise<Post> {
      const known = await idempotencyKeys.find(owner, idempotencyKey);
      if (known !== null) return publishAndWait(owner, known);
      const post = await need(owner, id);
      if (pageId !== null) await needPageFor(owner, post, pageId);
      if (networkFacts(post.target).hasPages && pageId === null && post.facebookPageId === null)
        throw invalid('pageId', 'Please select a Facebook page to publish this post.');
      const move: PostChanges = {
        status: 'scheduled',
        publishNow: true,
        ...(pageId === null ? {} : { facebookPageId: pageId }),
      };
      await idempotencyKeys.once(owner, idempotencyKey, async (db) => {
        if (!(await postsRepository(db).change(owner, id, EDITABLE, move))) throw await conflict(owner, id);
        return id;
      });
      return publishAndWait(owner, id);
    },

    resolve: resolvingPosts({ posts, idempotencyKeys, media, linksOf, doubts: publishing.doubts, publishAndWait }),

    /** Removes a post from here; a published one also from Facebook where asked. */
    async remove(owner: Owner, id: PostId, onFacebook: boolean): Promise<void> {
      const post = await need(owner, id);
      if (onFacebook && post.status === 'published') await removeFromFacebook(post);
      const files = await media.forPost(id);
      if (!(await posts.remove(owner, id)) && !(await removeTakenBack(owner, id))) throw await conflict(owner, id);
      await media.remove(
        owner,
        files.map((file) => file.id),
      );
    },
  };

  /** A post that waits for its next try, with nothing visible sent, gets another time or leaves the schedule. */
  function moveTakenBack(owner: Author, id: PostId, move: PostChanges): Promise<boolean> {
    return db.transaction(
      async (trx) =>
        (await publishing.takeBack(trx, owner, id)) && postsRepository(trx).change(owner, id, ['publishing'], move),
    );
  }

  function removeTakenBack(owner: Owner, id: PostId): Promise<boolean> {
    return db.transaction(
      async (trx) => (await publishing.takeBack(trx, owner, id)) && postsRepository(trx).remove(owner, id, true),
    );
  }

  async function duplicateOnce(
    owner: Author,
    id: PostId,
    copy: PostCopy,
    idempotencyKey: IdempotencyKey | null,
  ): Promise<PostId> {
    const original = await need(owner, id);
    if (copy.facebookPageId !== undefined) await needPageFor(owner, original, copy.facebookPageId);
    else if (networkFacts(original.target).hasPages && original.facebookPageId === null)
      throw invalid('facebookPageId', 'Please select a Facebook page to schedule this post.');
    const scheduledAt = await futureInstant(copy.scheduledAt);
    return idempotencyKeys.once(owner, idempotencyKey, (db) =>
      db.transaction(async (trx) => {
        const made = await postsRepository(trx).duplicate(owner, id, { ...copy, scheduledAt });
        await media.copy(trx, id, made);
        return made;
      }),
    );
  }

  async function createOnce(owner: Author, input: PostInput, idempotencyKey: IdempotencyKey | null): Promise<PostId> {
    const place = await placeOf(owner, input);
    if (input.aiCallId !== null && !(await hasCalledAi(owner, input.aiCallId)))
      throw new NotFoundError('This generated text does not exist.');
    const publishNow = input.status === 'published';
    const status = input.status === 'draft' ? 'draft' : 'scheduled';
    const scheduledAt = input.status === 'scheduled' ? await futureInstant(input.scheduledAt, wordsFor(input)) : null;
    const files = await filesOf(owner, input);
    const post = {
      ...input,
      ...place,
      status,
      scheduledAt,
      publishNow,
      mediaType: input.media?.type ?? 'text',
    } as const;
    return idempotencyKeys.once(owner, idempotencyKey, (db) =>
      files === null
        ? postsRepository(db).create(owner, post)
        : db.transaction(async (trx) => {
            // Together: the loop must not see the post without its file, not even for a moment.
            const id = await postsRepository(trx).create(owner, post);
            await media.attach(trx, owner, files, id);
            return id;
          }),
    );
  }

  /** The files of a post, checked for what it is, where it has any. A post that comes to nothing leaves them to the sweep. */
  async function filesOf(owner: Owner, { media: given, target }: PostInput): Promise<readonly Place[] | null> {
    if (given === undefined || given.type === 'text') {
      if (given?.files) throw invalid('mediaType', 'A text post has no media file. Choose image, video or reel.');
      return null;
    }
    const { form, place } = networkFacts(target);
    if (form === 'article') throw invalid('mediaType', `Posts for ${place} have no media file.`);
    if (!given.files) throw invalid('mediaData', 'Please select a media file');
    return media.forNewPost(owner, given.type, given.files);
  }

  /** Where a new post goes: to a page, or as an article to a site of its own. */
  async function placeOf(
    owner: Owner,
    input: PostInput,
  ): Promise<{ facebookPageId: PageId | null; article: Article | null }> {
    if (networkFacts(input.target).form === 'article') {
      return {
        facebookPageId: null,
        article: input.article ?? { type: articleType(input.contentType), ...titleAndBody(input.content) },
      };
    }
    if (input.facebookPageId === null) {
      throw invalid('facebookPageId', wordsFor(input).noPage(input.status));
    }
    await needPage(owner, input.facebookPageId);
    return { facebookPageId: input.facebookPageId, article: null };
  }

  async function needPageFor(owner: Owner, post: Post, pageId: PageId): Promise<void> {
    const { hasPages, place } = networkFacts(post.target);
    if (!hasPages) throw invalid('facebookPageId', `This post goes to ${place}, not to a Facebook page.`);
    await needPage(owner, pageId);
  }

  async function removeFromFacebook(post: Post): Promise<void> {
    const [app, page] = [
      facebookApp(post.environment),
      post.facebookPageId === null ? null : await pages.forPublishing(post.facebookPageId),
    ];
    if (post.remoteId === null || app === null || page === null || page.token === null) {
      throw new ConflictError(
        'This post cannot be deleted on Facebook from here: its page is not connected. Delete it there by hand.',
      );
    }
    try {
      await graph.delete({
        path: post.remoteId,
        token: page.token,
        app,
        answer: z.object({ success: z.literal(true) }),
      });
    } catch (error) {
      // Somebody was faster: gone is what was asked for.
      if (error instanceof GraphError && error.isGone) return;
      if (error instanceof GraphError || error instanceof GraphTransportError) {
        throw new UpstreamError(
          'Facebook did not delete the post. It is still there and still in your history; please try again.',
          {},
          { cause: error },
        );
      }
      throw error;
    }
  }

  /** Where a time goes, the post goes with it: without one it is a draft. */
  async function moveOf(changes: PostChanges): Promise<PostChanges> {
    if (changes.scheduledAt === undefined) return changes;
    if (changes.scheduledAt === null) return { ...changes, status: 'draft' };
    return { ...changes, status: 'scheduled', scheduledAt: await futureInstant(changes.scheduledAt) };
  }

  async function futureInstant(at: Date | null, words = wordsFor({})): Promise<Date> {
    if (at === null) throw invalid('scheduledAt', words.noTime);
    if (at.getTime() < (await posts.now()).getTime() - PAST_TOLERANCE_MS) throw invalid('scheduledAt', words.past);
    return at;
  }

  /** Why a change found the post in another state than it looked. */
  async function conflict(owner: Owner, id: PostId): Promise<Error> {
    const post = await posts.find(owner, id);
    if (post === null) return new NotFoundError('This post does not exist.');
    if (post.problem !== null && isInDoubt(post.problem))
      return new ConflictError(IN_DOUBT, {
        postId: id,
        problem: presentProblem(post.problem, { now: post.readAt }),
      });
    return new ConflictError(post.status === 'published' ? PUBLISHED_ALREADY : BEING_PUBLISHED);
  }
}
export type PostsService = ReturnType<typeof postsService>;

/** Its owner was faster somewhere else: it is back among what is planned. What was asked for right now is due by the database's clock, not by ours. */
/** Why a post that was asked for right now would go out by surprise later: its page is cooling down. */
function cooldownOf({ status, problem, pageName }: Post): Problem | null {
  if (status !== 'scheduled') return null;
  const kept = { page: pageName, stage: 'kept_as_draft' as const };
  switch (problem?.code) {
    case CODE.rateLimited:
      return { ...problem, action: PROBLEM_ACTION.publishNow, params: { ...problem.params, ...kept } };
    case CODE.blocked:
      return { ...problem, action: PROBLEM_ACTION.publishNow, params: { ...problem.params, ...kept } };
    default:
      return null;
  }
}

function isPutOff({ status, scheduledAt }: Post, now: Date): boolean {
  return (
    status === 'draft' ||
    (status === 'scheduled' && scheduledAt !== null && scheduledAt.getTime() > now.getTime() + PAST_TOLERANCE_MS)
  );
}

function invalid(path: string, message: string): InvalidInputError {
  return new InvalidInputError(message, { issues: [{ path, message }] });
}
