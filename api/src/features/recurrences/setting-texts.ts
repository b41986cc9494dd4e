import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import { networkFacts } from '../../contract/networks.ts';
import type { Owner } from '../../db/owner.ts';
import { InvalidInputError, NotFoundError } from '../../http/errors.ts';
import type { MediaService } from '../media/media.service.ts';
import type { Place } from '../media/media.repository.ts';
import type { Post } from '../posts/post.ts';
import type { RepeatedText } from './recurrence.ts';
import { repeatedTextsRepository } from './repeated-texts.repository.ts';

/** A text as somebody gives it. */
export interface TextInput {
  /** One that is there. */
  readonly id: number | null;
  /** Where the text and its files come from. */
  readonly postId: PostId | null;
  readonly content: string | null;
  readonly mediaType: RepeatedText['mediaType'] | null;
  readonly media: readonly Place[] | null;
}

/** The same, with everything looked up. */
interface ChosenText {
  readonly id: number | null;
  readonly content: string | null;
  readonly mediaType: RepeatedText['mediaType'] | null;
  /** null: those that it has. */
  readonly media: readonly Place[] | null;
}

interface Deps {
  readonly media: Pick<MediaService, 'forNewPost' | 'keepForText'>;
  readPost(owner: Owner, id: PostId): Promise<Post>;
}

function assertMayRepeat({ target, placement }: Post, path: string): void {
  if (placement === 'story')
    throw refused(`${path}.postId`, 'A story cannot repeat. It has no text, and a day of its own.');
  if (!networkFacts(target).hasPages) throw refused(`${path}.postId`, 'Only posts of Facebook pages can repeat.');
}

/** The texts of a rule: from a post, or written for it. */
export function settingTexts({ media, readPost }: Deps) {
  async function chosen(owner: Owner, given: TextInput, place: number): Promise<ChosenText> {
    const path = `texts.${place}`;
    const post = given.postId === null ? null : await readPost(owner, given.postId);
    if (post !== null) assertMayRepeat(post, path);
    const text = { ...given, content: given.content ?? post?.content ?? null };
    if (post !== null && text.media === null)
      return { ...text, mediaType: post.mediaType, media: post.media.map(({ id, altText }) => ({ id, altText })) };
    if (text.id === null && text.content === null) throw refused(`${path}.content`, 'Write the text of this post.');
    if (text.mediaType !== null && text.mediaType !== 'text' && text.media === null)
      throw refused(`${path}.media`, 'Please select a media file');
    const mediaType = text.mediaType ?? typeOf(text, post);
    if (mediaType !== null && mediaType !== 'text' && text.media !== null) {
      if (text.media.length === 0) throw refused(`${path}.media`, 'Please select a media file');
      await media.forNewPost(owner, mediaType, text.media);
    }
    return { id: text.id, content: text.content, mediaType, media: mediaType === 'text' ? [] : text.media };
  }

  return {
    /** @throws InvalidInputError and NotFoundError for what cannot come again */
    async chosenTexts(
      owner: Owner,
      texts: readonly TextInput[],
      { cooldownDays }: { readonly cooldownDays: number | null },
    ): Promise<ChosenText[]> {
      if (texts.length === 0) throw refused('texts', 'Add at least one text.');
      if (texts.length > 1 && cooldownDays === null)
        throw refused('cooldownDays', 'Say how many days pass before a text of this set is used again.');
      const all: ChosenText[] = [];
      for (const [place, text] of texts.entries()) all.push(await chosen(owner, text, place));
      return all;
    },

    /** In the transaction that makes or changes the rule. @returns their ids, in order */
    async setTexts(
      trx: Knex,
      owner: Owner,
      recurrenceId: number,
      texts: readonly ChosenText[],
    ): Promise<readonly number[]> {
      const repository = repeatedTextsRepository(trx);
      const before = new Map((await repository.ofRecurrence(owner, recurrenceId)).map((text) => [text.id, text]));
      const ids: number[] = [];
      for (const [position, text] of texts.entries()) {
        const known = text.id === null ? null : before.get(text.id);
        if (known === undefined || ids.includes(known?.id ?? 0))
          throw new NotFoundError('A text of this set no longer exists. Look at the set again.');
        const words = {
          content: text.content ?? known?.content ?? '',
          mediaType: text.mediaType ?? known?.mediaType ?? 'text',
        };
        const id = known?.id ?? (await repository.add(owner, recurrenceId, position, words));
        if (known !== null) await repository.change(owner, id, position, words);
        if (text.media !== null && (text.media.length > 0 || known !== null))
          await media.keepForText(trx, owner, text.media, id);
        ids.push(id);
      }
      await repository.removeOthers(owner, recurrenceId, ids);
      return ids;
    },
  };
}

/** Files make an image post unless it is said otherwise, or its post is a video; null: as it was. */
function typeOf({ id, media }: TextInput, post: Post | null): RepeatedText['mediaType'] | null {
  if (media === null) return id === null ? 'text' : null;
  if (media.length === 0) return 'text';
  return post === null || post.mediaType === 'text' ? 'image' : post.mediaType;
}

function refused(path: string, message: string): InvalidInputError {
  return InvalidInputError.of([{ path, message }]);
}
