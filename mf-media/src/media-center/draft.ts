import type { MediaFile } from '@pagecast/api/contract';
import type { ScheduleValue } from '@pagecast/shell/kit';
import type { PostType } from './post-types.ts';

/** Everything that is typed or chosen on the screen, save for files that are still on their way. */
export interface Draft {
  readonly postType: PostType;
  readonly pageId: string;
  readonly content: string;
  readonly isScheduled: boolean;
  readonly schedule: ScheduleValue;
}

export const emptyDraft: Draft = {
  postType: 'text',
  pageId: '',
  content: '',
  isScheduled: false,
  schedule: { date: '', time: '' },
};

/** After a success the page stays chosen: the next post is mostly for the same one. */
export function afterSuccess({ postType, pageId, isScheduled }: Draft): Draft {
  return { ...emptyDraft, postType, pageId, isScheduled };
}

/** A file that the server has and that is in no post yet. */
export interface ReadyFile {
  readonly media: MediaFile;
  readonly altText: string;
}

/** What somebody has put together: in the tab's memory, or on its way out. */
export interface Kept {
  readonly draft: Draft;
  readonly files: readonly ReadyFile[];
}

/** What is left once a post is out. Words that were changed since are the next one's, and so are files that joined. */
export function restOf({ draft, files }: Kept, sent: Kept): Kept {
  return {
    draft: draft.content === sent.draft.content ? afterSuccess(draft) : draft,
    files: files.filter(({ media }) => !sent.files.some((one) => one.media.id === media.id)),
  };
}
