import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import { FACEBOOK } from '../../contract/networks.ts';
import { InvalidInputError, NotFoundError, type Issue } from '../../http/errors.ts';
import type { IdempotencyKey } from '../../http/idempotency-key.ts';
import type { AiCalls } from '../ai-calls/ai-calls.feature.ts';
import type { Engagement } from '../engagement/engagement.feature.ts';
import type { Idempotency } from '../idempotency/idempotency.feature.ts';
import type { MediaService } from '../media/media.service.ts';
import type { ConnectedPage } from '../pages/pages.repository.ts';
import type { Pages } from '../pages/pages.feature.ts';
import type { Author } from '../posts/author.ts';
import { wordsFor } from '../posts/missing-words.ts';
import { PAST_TOLERANCE_MS } from '../posts/post-preconditions.ts';
import type { TiedPost } from '../posts/post-changes.repository.ts';
import { postsRepository, type PostsRepository } from '../posts/posts.repository.ts';
import { tellingOwnerOfNew } from '../posts/telling-owner.ts';
import type { BestTimes } from './best-time.ts';
import { inOwnersTurn } from '../slots/owners-turn.ts';
import { commonWords, contradictions, planPosts, type CompositionInput, type PlannedPost } from './composition-plan.ts';
import { filesOfPlan, noteCommonFiles, placeFiles } from './composition-files.ts';
import { compositionsRepository } from './compositions.repository.ts';
import { freeTimes } from './free-times.ts';
import { readingCompositions, type Composition } from './read-composition.ts';

interface Deps {
  readonly db: Knex;
  readonly posts: PostsRepository;
  readonly pages: Pick<Pages, 'repository'>;
  readonly idempotency: Idempotency;
  readonly media: MediaService;
  readonly aiCalls: Pick<AiCalls, 'hasCalledAi'>;
  readonly bestHours: Engagement['bestHours'];
}

/** What is the same for all posts of a plan. */
type Common = Pick<CompositionInput, 'contentType' | 'tone' | 'keywords' | 'isAiGenerated' | 'aiCallId' | 'status'>;

/** One text for several pages: all posts are made, or none. */
export function compositionsService({ db, posts, pages, idempotency, media, aiCalls, bestHours }: Deps) {
  const { read } = readingCompositions({ db, posts });

  /** The caller's pages by id. @throws NotFoundError that names each one that is not among them by its place */
  async function chosenPages(author: Author, input: CompositionInput): Promise<ReadonlyMap<PageId, ConnectedPage>> {
    const own = new Map((await pages.repository.list(author)).map((page) => [page.id, page]));
    const issues = input.pages.flatMap(({ facebookPageId }, place) =>
      own.has(facebookPageId) ? [] : [{ path: `pages.${place}.facebookPageId`, message: NOT_CONNECTED }],
    );
    if (issues.length > 0) throw new NotFoundError(NOT_CONNECTED, { issues });
    return own;
  }

  async function make(
    trx: Knex,
    author: Author,
    timed: readonly PlannedPost[],
    { content, common }: { content: string; common: Common },
  ): Promise<number> {
    const [id] = (await compositionsRepository(trx).createMany(author, [content])) as [number];
    const tied = timed.map((post) => tiedPost(post, common, id));
    const making = (given: Knex) => postsRepository(given).createMany(author, tied);
    const postIds = await tellingOwnerOfNew(trx, author, making, (made) => made);
    await placeFiles(media, trx, author, timed, postIds);
    await noteCommonFiles(trx, author, id, timed, postIds);
    return id;
  }

  return {
    read,

    /**
     * The same key again makes nothing new, and answers the composition as it is.
     * @throws InvalidInputError and NotFoundError that name the page; ConflictError for a post too close to another one
     */
    async create(author: Author, input: CompositionInput, idempotencyKey: IdempotencyKey | null): Promise<Composition> {
      const known = await idempotency.findComposition(author, idempotencyKey);
      if (known !== null) return read(author, known);
      refuse(contradictions(input));
      const own = await chosenPages(author, input);
      const now = await posts.now();
      const plan = planPosts(input, now);
      refuse(timeIssues(input, plan, own, now));
      if (input.aiCallId !== null && !(await aiCalls.hasCalledAi(author, input.aiCallId)))
        throw new NotFoundError('This generated text no longer exists.');
      await filesOfPlan(media, author, plan, own);
      const bestTimes = input.atBestTime
        ? await bestHours.ofPages(author, [...own.keys()])
        : new Map<PageId, BestTimes>();
      const content = commonWords(input);
      const compose = async (trx: Knex): Promise<number> => {
        const timed = await freeTimes(trx, author, { plan, own, input, now, bestTimes });
        return make(trx, author, timed, { content, common: input });
      };
      const id = await inOwnersTurn(db, author, () =>
        idempotency.composeOnce(author, idempotencyKey, (given) => given.transaction(compose)),
      );
      return read(author, id);
    },
  };
}

function tiedPost(post: PlannedPost, common: Common, compositionId: number): TiedPost {
  const status = common.status === 'draft' ? 'draft' : 'scheduled';
  return { ...common, ...post, target: FACEBOOK, article: null, status, compositionId };
}

const NOT_CONNECTED = "This Facebook page isn't connected. Reconnect it, or choose another page.";

function refuse(issues: readonly Issue[]): void {
  if (issues.length > 0) throw InvalidInputError.of(issues);
}

/** Times that are missing or over, each with the page that it is for. */
function timeIssues(
  { status, scheduledAt, atBestTime, nextSlot, pages }: CompositionInput,
  plan: readonly PlannedPost[],
  own: ReadonlyMap<PageId, ConnectedPage>,
  now: Date,
): Issue[] {
  if (status === 'draft') return [];
  const words = wordsFor({});
  const isOver = (at: Date | null) => at !== null && at.getTime() < now.getTime() - PAST_TOLERANCE_MS;
  const isMissing = !atBestTime && nextSlot === null && plan.some((post) => post.scheduledAt === null);
  if (isMissing) return [{ path: 'scheduledAt', message: words.noTime }];
  if (status === 'scheduled' && isOver(scheduledAt)) return [{ path: 'scheduledAt', message: words.past }];
  return plan.flatMap(({ facebookPageId, scheduledAt: at }, place) =>
    isOver(at) && pages[place]?.scheduledAt !== undefined
      ? [{ path: `pages.${place}.scheduledAt`, message: `${own.get(facebookPageId)?.name ?? ''}: ${words.past}` }]
      : [],
  );
}
