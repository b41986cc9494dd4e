import { DevelopmentNote, FacebookPreview, formatDateTime, readSchedule, useTimeZone } from '@pagecast/shell/kit';
import { contentOf, type Draft } from '../drafts/draft.ts';

/** The post as it stands now; of a text that is being written, as far as it is. */
export function PostPreview({
  draft,
  soFar,
  pageName,
}: {
  draft: Draft;
  soFar: string | undefined;
  pageName: string | null;
}) {
  const timeZone = useTimeZone();
  const reading = readSchedule(draft.schedule, { timeZone, now: new Date() });
  return (
    <>
      <FacebookPreview
        post={{ content: (draft.mode === 'ai' && soFar) || contentOf(draft) }}
        page={pageName === null ? null : { name: pageName, id: Number(draft.pageId) }}
        when={'at' in reading ? formatDateTime(reading.at, timeZone) : 'Just now'}
      />
      <DevelopmentNote />
    </>
  );
}
