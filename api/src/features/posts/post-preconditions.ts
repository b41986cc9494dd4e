import type { PageId, PostId } from '../../contract/ids.ts';
import { networkFacts } from '../../contract/networks.ts';
import type { Owner } from '../../db/owner.ts';
import { ConflictError, ForbiddenError, InvalidInputError, NotFoundError } from '../../http/errors.ts';
import { presentProblem } from '../../problems/present-problem.ts';
import { isInDoubt } from '../../problems/problem.ts';
import type { PageRights } from '../page-rights/page-rights.ts';
import type { Pages } from '../pages/pages.feature.ts';
import type { Author } from './author.ts';
import { wordsFor } from './missing-words.ts';
import type { Post, PostStatus } from './post.ts';
import { EDITABLE, isEditable } from './post-states.ts';
import type { PostsRepository } from './posts.repository.ts';

/** A time this little in the past is a slow hand or a slow line, not a mistake: the post goes out at once. */
export const PAST_TOLERANCE_MS = 60_000;

export const BEING_PUBLISHED = 'This post is being published right now.';
export const IN_DOUBT =
  'This post may already be published. First tell us whether you see it on its page, or choose Delete it here.';
export const PUBLISHED_ALREADY = 'This post is already published.';
/** Nobody is asked whether it is out: it is looked for when its time comes. */
export const SENT_BEFORE =
  'Nothing was done. This post was sent before and may already be published. Check its page first. ' +
  "If it isn't there, delete it in Scheduled Posts.";

const UNSCHEDULED_SINCE = 'Nothing was done. A person has taken this post off the schedule.';
const SCHEDULED_SINCE = 'Nothing was done. This is no longer a draft, so this token may not change it.';

/** What a program does in its place, with the proposal of this number. */
const INSTEAD = {
  change: (proposal: number) => `Change it with PATCH /api/proposals/${proposal}: it needs approval again then.`,
  delete: (proposal: number) =>
    `Only the token that proposed it takes it back, with POST /api/proposals/${proposal}/withdraw, and the person is ` +
    'told. Otherwise ask the person to delete it in Pagecast.',
  undo: () => 'Ask the person to undo it in Pagecast.',
} as const;

/** What must be true before somebody does something with a post; each throws in words where it is not. */
export function postPreconditions({
  posts,
  pages,
  mayOnPage,
}: {
  posts: PostsRepository;
  pages: Pick<Pages, 'repository'>;
  mayOnPage: PageRights['mayOnPage'];
}) {
  async function need(owner: Owner, id: PostId): Promise<Post> {
    const post = await posts.find(owner, id);
    if (post === null) throw new NotFoundError('This post no longer exists.');
    return post;
  }

  async function needPage(owner: Owner, id: PageId): Promise<void> {
    if ((await pages.repository.find(owner, id)) !== null) return;
    // Where it is shared with them, they learn what they may do.
    if ((await mayOnPage(owner, id, 'manage')) === null)
      throw new NotFoundError("This Facebook page isn't connected. Reconnect it, or choose another page.");
  }

  async function needPageFor(owner: Owner, post: Post, pageId: PageId): Promise<void> {
    const { hasPages, place } = networkFacts(post.target);
    if (!hasPages) throw invalid('facebookPageId', `This post goes to ${place}, not to a Facebook page.`);
    await needPage(owner, pageId);
  }

  async function futureInstant(at: Date | null, words = wordsFor({})): Promise<Date> {
    if (at === null) throw invalid('scheduledAt', words.noTime);
    if (at.getTime() < (await posts.now()).getTime() - PAST_TOLERANCE_MS) throw invalid('scheduledAt', words.past);
    return at;
  }

  /** What a person has approved is changed by a program where that ends the approval, and nowhere else. */
  async function refuseProgram(author: Author, id: PostId, what: keyof typeof INSTEAD = 'change'): Promise<void> {
    if (!('token' in author) || author.token === null) return;
    const approved = await posts.approvedByPerson(author, id);
    if (approved === null) return;
    const { proposalId } = approved;
    if (proposalId === null)
      throw new ForbiddenError(`Nothing was done. A person approved this post. Ask them to ${what} it in Pagecast.`);
    throw new ForbiddenError(`Nothing was done. A person approved this post. ${INSTEAD[what](proposalId)}`, {
      proposalId: String(proposalId),
    });
  }

  /**
   * Why a change found the post in another state than it looked.
   * @param open the states from which it would have been made
   * @param where of the change's own transaction, where it is within one: over another connection it would wait for all
   * who do the same
   */
  async function conflict(
    owner: Owner,
    id: PostId,
    open: readonly PostStatus[] = EDITABLE,
    where: Pick<PostsRepository, 'find'> = posts,
  ): Promise<Error> {
    const post = await where.find(owner, id);
    if (post === null) return new NotFoundError('This post no longer exists.');
    if (post.problem !== null && isInDoubt(post.problem))
      return new ConflictError(IN_DOUBT, {
        postId: id,
        problem: presentProblem(post.problem, { now: post.readAt }),
      });
    if (isEditable(post.status) && !open.some((status) => status === post.status))
      return new ConflictError(post.status === 'draft' ? UNSCHEDULED_SINCE : SCHEDULED_SINCE);
    return new ConflictError(post.status === 'published' ? PUBLISHED_ALREADY : BEING_PUBLISHED);
  }

  return { need, needPage, needPageFor, futureInstant, conflict, refuseProgram };
}
export type PostPreconditions = ReturnType<typeof postPreconditions>;

export function invalid(path: string, message: string): InvalidInputError {
  return new InvalidInputError(message, { issues: [{ path, message }] });
}
