import { AiLabelNote, FacebookPreview, formatDateTime, readSchedule, type PreviewedPost } from '@pagecast/shell/kit';
import type { Draft } from './draft.ts';
import { isUpright } from './post-types.ts';
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
  const { postType, pageId } = draft;
  const media = files.filter(({ progress }) => progress.state !== 'refused').map(previewed);
  return (
    <>
      <FacebookPreview
        post={previewedPost(draft, files, media)}
        page={pageName === null ? null : { name: pageName, id: Number(pageId) }}
        when={timeOf(draft, timeZone)}
      />
      <AiLabelNote images={files.flatMap(({ progress }) => (progress.state === 'ready' ? [progress.media] : []))} />
      {postType === 'story' && files.some(leavesRoom) && (
        <p className="text-sm text-ink-soft">
          This image isn't 9:16, so it won't fill the screen. You can crop it in the Media Library.
        </p>
      )}
    </>
  );
}

function previewedPost(
  { content, postType }: Draft,
  files: readonly ChosenFile[],
  media: PreviewedPost['media'],
): PreviewedPost {
  if (postType !== 'story') return { content, mediaType: postType, media };
  const mediaType = files[0]?.kind === 'video' ? 'video' : 'image';
  return { content: '', placement: 'story', mediaType, media };
}

const leavesRoom = ({ progress }: ChosenFile) => progress.state === 'ready' && !isUpright(progress.media);

function previewed({ src, altText, progress }: ChosenFile) {
  const { width = null, height = null } = progress.state === 'ready' ? progress.media : {};
  return { src, altText, width, height };
}

function timeOf({ isScheduled, schedule }: Draft, timeZone: string): string {
  const reading = isScheduled ? readSchedule(schedule, { timeZone, now: new Date() }) : null;
  return reading !== null && 'at' in reading ? formatDateTime(reading.at, timeZone) : 'Just now';
}
