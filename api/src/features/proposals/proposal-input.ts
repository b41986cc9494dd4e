import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import { ForbiddenError, InvalidInputError } from '../../http/errors.ts';
import { withLink } from '../compositions/composition-plan.ts';
import type { Chooser, MediaFile, Place } from '../media/media.repository.ts';
import type { MediaService } from '../media/media.service.ts';
import { invalid, type PostPreconditions } from '../posts/post-preconditions.ts';
import type { Post } from '../posts/post.ts';
import { withItsWords } from '../posts/stories.ts';
import { isMember, type Seat } from './seat.ts';
import type { SlotWithin } from '../slots/booking.ts';

/** A post as somebody proposes it. */
export interface ProposalInput {
  readonly facebookPageId: PageId;
  readonly content: string;
  readonly link: string | null;
  readonly contentType: string;
  readonly isAiGenerated: boolean;
  readonly mediaType: Post['mediaType'];
  readonly placement: Post['placement'];
  readonly places: readonly Place[];
  readonly scheduledAt: Date | null;
  readonly nextSlot: SlotWithin | null;
  readonly note: string | null;
}

/** The same, once everything about it is right. */
export interface CheckedInput extends Omit<ProposalInput, 'link'> {
  /** Its files as they are stored, in order, with the alt texts that they are to have. */
  readonly files: readonly Pick<MediaFile, 'sha256' | 'altText'>[];
}

const EMPTY = 'Must not be empty';

/** Reads what somebody proposes, as strictly as a post itself is read. */
export function checkingInput({
  media,
  preconditions,
}: {
  media: Pick<MediaService, 'forNewPost' | 'checkForStory' | 'ofOwner'>;
  preconditions: PostPreconditions;
}) {
  async function filesOf(owner: Chooser, { mediaType, placement, places }: ProposalInput) {
    if (mediaType === 'text') {
      if (places.length > 0) throw new InvalidInputError('A text post has no media file. Choose image, video or reel.');
      return [];
    }
    if (places.length === 0) throw invalid('media', 'Please select a media file');
    await media.forNewPost(owner, mediaType, places);
    if (placement === 'story') await media.checkForStory(owner, places);
    const ids = places.map(({ id }) => id);
    const found = new Map((await media.ofOwner(owner, ids)).map((file) => [file.id, file]));
    return places.flatMap(({ id, altText }) => {
      const file = found.get(id);
      return file === undefined
        ? []
        : [{ sha256: file.sha256, altText: altText === undefined ? file.altText : altText }];
    });
  }

  /** @throws InvalidInputError or NotFoundError in words */
  return async function checked(
    seat: Seat<Owner>,
    { link, ...input }: ProposalInput,
    had: readonly Pick<MediaFile, 'id'>[] = [],
  ): Promise<CheckedInput> {
    const owner = seat.at;
    if (isMember(seat)) refuseForMember(owner, input);
    await preconditions.needPage(owner, input.facebookPageId);
    if (owner.onlyPages != null && !owner.onlyPages.includes(input.facebookPageId))
      throw new ForbiddenError(
        'This token is for other pages. Choose one of them, or ask the person for another token.',
      );
    if (input.scheduledAt !== null && input.nextSlot !== null)
      throw invalid('nextSlot', 'Choose either a date and time or the next free slot.');
    const { content } = withItsWords({
      content: withLink(input.content, link),
      placement: input.placement,
      media: { type: input.mediaType, files: null },
    });
    if (content.trim() === '') throw invalid('content', EMPTY);
    return { ...input, content, files: await filesOf(chooserOf(seat, had), { ...input, link }) };
  };
}
export type CheckInput = ReturnType<typeof checkingInput>;

function refuseForMember({ onlyPages }: Owner, { facebookPageId }: Pick<ProposalInput, 'facebookPageId'>): void {
  if (onlyPages?.includes(facebookPageId) !== true)
    throw invalid('facebookPageId', 'Propose this for the other page on its own, and withdraw this one.');
}

/** The owner's files are not theirs to choose from: only their own, and those that this proposal has already. */
export function chooserOf(seat: Seat<Owner>, had: readonly Pick<MediaFile, 'id'>[]): Chooser {
  const { by, at } = seat;
  if (!isMember(seat)) return at;
  const { userId, environment } = by;
  return { userId, environment, besides: { owner: at, ids: had.map(({ id }) => id) } };
}

/** What proposing needs. */
export interface ProposalDeps {
  readonly db: Knex;
  readonly checked: CheckInput;
  readonly media: Pick<MediaService, 'keepForProposal' | 'copyOfProposal'>;
}
