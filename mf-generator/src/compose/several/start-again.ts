import { FACEBOOK, GENERATOR_CONTENT_TYPES, readPost, TONES, type Post } from '@pagecast/api/contract';
import { callApi, imagesOfPost, reasonOf, scheduleValueOf, type ScheduleValue, type Toast } from '@pagecast/shell/kit';
import type { QueryClient } from '@tanstack/react-query';
import type { DraftStore } from '../../drafts/draft-store.ts';
import { emptyDraft, severalFrom, type Draft, type Several } from '../../drafts/draft.ts';
import { pages } from '../../queries.ts';
import { withCommon, withVideo } from './several.ts';

interface Given {
  readonly postId: number;
  /** When it is to go out again; empty or no instant: still to be chosen. */
  readonly at: string;
  readonly timeZone: string;
  readonly store: DraftStore;
  readonly client: QueryClient;
  notify(toast: Toast): void;
}

/** Begins a text for several pages with that of a post. What was being written stays among the drafts. */
export async function startAgain({ postId, at, timeZone, store, client, notify }: Given): Promise<void> {
  try {
    const [post, known] = await Promise.all([
      callApi(readPost, { params: { id: postId } }),
      client.fetchQuery(pages()),
    ]);
    const isConnected = known.some((page) => page.id === post.facebookPageId && page.isConnected);
    const schedule = Number.isNaN(Date.parse(at)) ? emptyDraft.schedule : scheduleValueOf(at, timeZone);
    await store.settled();
    store.startNew();
    store.change(againFrom(post, { isConnected, schedule }));
  } catch (error) {
    const description = reasonOf(error, "We couldn't load the post. Try again.");
    notify({ tone: 'destructive', title: 'Post Not Loaded', description });
  }
}

/** A text for the page of a post, with its link and its files. @param isConnected its page is still there */
export function againFrom(
  post: Post,
  { isConnected, schedule }: { isConnected: boolean; schedule: ScheduleValue },
): Draft {
  const { content, contentType, tone, facebookPageId } = post;
  const [, text = content, link = ''] = LINK_BELOW.exec(content) ?? [];
  return {
    ...emptyDraft,
    platform: FACEBOOK,
    mode: 'manual',
    manual: text,
    contentType: GENERATOR_CONTENT_TYPES.find((type) => type === contentType) ?? '',
    tone: TONES.find((one) => one.toLowerCase() === tone?.toLowerCase()) ?? emptyDraft.tone,
    schedule,
    several: withFiles(withCommon(severalFrom(isConnected ? String(facebookPageId) : ''), { link }), post),
  };
}

function withFiles(several: Several, post: Post): Several {
  const { mediaType, media: [file] = [] } = post;
  if (file === undefined || (mediaType !== 'video' && mediaType !== 'reel'))
    return withCommon(several, { images: imagesOfPost(post) });
  const { id, width, height, name } = file;
  return withVideo(several, { id, width, height, name: name ?? 'Video', isReel: mediaType === 'reel' });
}

/** A text, and an address in a paragraph of its own at its end. */
const LINK_BELOW = /^(.*\S)\n\n(https?:\/\/[^\s/]\S*)\s*$/is;
