import { AiLabelNote, FacebookPreview, formatDateTime, readSchedule } from '@pagecast/shell/kit';
import type { Draft } from './draft.ts';
import type { ChosenFile } from './use-files.ts';

/** The post as it stands now, with the files as they lie on this machine; what cannot be posted is not shown. */
export function DraftPreview({
  draft,
  pageName,
  files,
  timeZone,
}: {
  draft: Draft;
  pageName: string | null;
  files: readonly ChosenFile[];
  timeZone: string;
}) {
  const { content, postType, pageId } = draft;
  const media = files.filter(({ progress }) => progress.state !== 'refused').map(previewed);
  return (
    <>
      <FacebookPreview
        post={{ content, mediaType: postType, media }}
        page={pageName === null ? null : { name: pageName, id: Number(pageId) }}
        when={timeOf(draft, timeZone)}
      />
      <AiLabelNote images={files.flatMap(({ progress }) => (progress.state === 'ready' ? [progress.media] : []))} />
    </>
  );
}

function previewed({ src, altText, progress }: ChosenFile) {
  const { width = null, height = null } = progress.state === 'ready' ? progress.media : {};
  return { src, altText, width, height };
}

function timeOf({ isScheduled, schedule }: Draft, timeZone: string): string {
  const reading = isScheduled ? readSchedule(schedule, { timeZone, now: new Date() }) : null;
  return reading !== null && 'at' in reading ? formatDateTime(reading.at, timeZone) : 'Just now';
}
