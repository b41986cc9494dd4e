import { STORY_HOURS } from '@pagecast/api/contract';
import { Card, MediaField, type ImagesChange } from '@pagecast/shell/kit';
import type { DraftVideo, Several } from '../../drafts/draft.ts';
import { LinkField } from './link-field.tsx';
import { canBeStory, isStory } from './story.ts';
import type { VideoUpload } from './use-video-upload.ts';
import { ChooseVideo, ChosenVideo, SentVideo } from './video-field.tsx';

/** What goes with the text of all pages: a link, and images or a video. */
export function LinkAndImages({
  several,
  upload,
  onLink,
  onImages,
  onVideo,
  onStory,
}: {
  several: Several;
  upload: VideoUpload;
  onLink: (link: string) => void;
  onImages: (change: ImagesChange) => void;
  onVideo: (video: DraftVideo | undefined) => void;
  onStory: (isStory: boolean) => void;
}) {
  const { link = '', images = [], video } = several;
  const asStory = isStory(several);
  return (
    <Card
      title={asStory ? 'Image or video' : 'Link, images or video'}
      description="For all pages that have none of their own."
    >
      <div className="flex flex-col gap-4">
        {!asStory && <LinkField label="Link" value={link} onValueChange={onLink} />}
        {video === undefined && upload.current === null && (
          <>
            <MediaField label="Images" images={images} onImages={onImages} />
            {images.length === 0 && <ChooseVideo upload={upload} onVideo={onVideo} />}
          </>
        )}
        <SentVideo upload={upload} />
        {video !== undefined && <ChosenVideo video={video} isStory={asStory} onVideo={onVideo} />}
        <AsStory several={several} onStory={onStory} />
      </div>
    </Card>
  );
}

/** Offered once the files can be one, and told of before. */
function AsStory({ several, onStory }: { several: Several; onStory: (isStory: boolean) => void }) {
  if (!canBeStory(several))
    return (
      <p className="text-xs text-ink-soft">
        One image, or one upright video of 3 to 60 seconds, can also be a story, shown for {STORY_HOURS} hours.
      </p>
    );
  return (
    <label className="flex min-h-9 items-start gap-2.5 text-sm pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={isStory(several)}
        onChange={(event) => onStory(event.currentTarget.checked)}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span>
        Publish as a story
        <span className="block text-xs text-ink-soft">
          A story is shown for {STORY_HOURS} hours, without text or link.
        </span>
      </span>
    </label>
  );
}
