import type { PostId } from '../../contract/ids.ts';
import { ConflictError, InvalidInputError } from '../../http/errors.ts';
import type { Session } from '../../http/session.ts';
import type { PostInput } from '../posts/post-input.ts';
import { invalid } from '../posts/post-preconditions.ts';
import { present } from './proposals.present.ts';
import type { ProposalsService } from './proposals.service.ts';

/** Posts that a program makes without proposing them first: they are proposed all the same. */
export function programPosts({ propose }: Pick<ProposalsService, 'propose'>) {
  /** @throws ConflictError that says what it waits for, or what happened to the same post */
  return async function makeForProgram(session: Session, input: PostInput): Promise<PostId> {
    if (input.facebookPageId === null) throw invalid('facebookPageId', 'Choose the page that the post is for.');
    if (input.status === 'scheduled' && input.scheduledAt === null && input.nextSlot === undefined)
      throw invalid('scheduledAt', 'Please select both date and time for scheduling.');
    const files = input.media?.files ?? null;
    if (files !== null && 'sha256' in files)
      throw new InvalidInputError('Upload the file with POST /api/media first, then name its ID in mediaData.');
    const { proposal, isRepeat } = await propose(session, {
      facebookPageId: input.facebookPageId,
      content: input.content,
      link: null,
      contentType: input.contentType,
      isAiGenerated: input.isAiGenerated,
      mediaType: input.media?.type ?? 'text',
      placement: input.placement ?? 'feed',
      places: files ?? [],
      scheduledAt: input.status === 'published' ? null : input.scheduledAt,
      nextSlot: input.nextSlot ?? null,
      note: null,
    });
    if (proposal.postId !== null) return proposal.postId;
    const { message, reasons, id } = present(proposal, { isRepeat });
    throw new ConflictError([message, ...reasons.map((reason) => reason.message)].join(' '), { proposalId: id });
  };
}
