import { mediaUrl } from '@pagecast/api/contract';
import {
  AiLabelNote,
  DevelopmentNote,
  FacebookPreview,
  type PreviewedPost,
  formatDateTime,
  readSchedule,
  useTimeZone,
} from '@pagecast/shell/kit';
import { contentOf, type Draft, type DraftImage, type DraftVideo } from '../drafts/draft.ts';

/** The post as it stands now; of a text that is being written, as far as it is. */
export function PostPreview({
  draft,
  soFar,
  pageName,
  images = [],
  video,
  isStory = false,
}: {
  draft: Draft;
  soFar: string | undefined;
  pageName: string | null;
  images?: readonly DraftImage[] | undefined;
  video?: DraftVideo | undefined;
  isStory?: boolean;
}) {
  const timeZone = useTimeZone();
  const reading = readSchedule(draft.schedule, { timeZone, now: new Date() });
  return (
    <>
      <FacebookPreview
        post={{
          ...(isStory && { placement: 'story' }),
          content: (draft.mode === 'ai' && soFar) || contentOf(draft),
          ...(video === undefined ? picturesOf(images) : videoIn(video)),
        }}
        page={pageName === null ? null : { name: pageName, id: Number(draft.pageId) }}
        when={'at' in reading ? formatDateTime(reading.at, timeZone) : 'Just now'}
      />
      {video === undefined && <AiLabelNote images={images} />}
      {video?.isReel === true && <p className="text-sm text-ink-soft">Who can see this reel: Public.</p>}
      <DevelopmentNote />
    </>
  );
}

function picturesOf(images: readonly DraftImage[]): Partial<PreviewedPost> {
  if (images.length === 0) return {};
  return {
    mediaType: 'image',
    media: images.map(({ id, hasAiLabel: _, ...image }) => ({ ...image, src: mediaUrl(id) })),
  };
}

function videoIn({ id, width, height, isReel }: DraftVideo): Partial<PreviewedPost> {
  return { mediaType: isReel ? 'reel' : 'video', media: [{ src: mediaUrl(id), width, height }] };
}
