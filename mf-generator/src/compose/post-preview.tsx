import { mediaUrl } from '@pagecast/api/contract';
import { DevelopmentNote, FacebookPreview, formatDateTime, readSchedule, useTimeZone } from '@pagecast/shell/kit';
import { contentOf, type Draft, type DraftImage } from '../drafts/draft.ts';

/** The post as it stands now; of a text that is being written, as far as it is. */
export function PostPreview({
  draft,
  soFar,
  pageName,
  images = [],
}: {
  draft: Draft;
  soFar: string | undefined;
  pageName: string | null;
  images?: readonly DraftImage[] | undefined;
}) {
  const timeZone = useTimeZone();
  const reading = readSchedule(draft.schedule, { timeZone, now: new Date() });
  return (
    <>
      <FacebookPreview
        post={{
          content: (draft.mode === 'ai' && soFar) || contentOf(draft),
          ...(images.length > 0 && {
            mediaType: 'image',
            media: images.map(({ id, ...image }) => ({ ...image, src: mediaUrl(id) })),
          }),
        }}
        page={pageName === null ? null : { name: pageName, id: Number(draft.pageId) }}
        when={'at' in reading ? formatDateTime(reading.at, timeZone) : 'Just now'}
      />
      <DevelopmentNote />
    </>
  );
}
