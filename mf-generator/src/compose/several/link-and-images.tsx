import { Button, Card, LibraryPicker, libraryFileName, MediaField, type ImagesChange } from '@pagecast/shell/kit';
import { Film, X } from 'lucide-react';
import { useState } from 'react';
import type { DraftVideo, Several } from '../../drafts/draft.ts';
import { LinkField } from './link-field.tsx';

/** What goes with the text of all pages: a link, and images or a video. */
export function LinkAndImages({
  several: { link = '', images = [], video },
  onLink,
  onImages,
  onVideo,
}: {
  several: Several;
  onLink: (link: string) => void;
  onImages: (change: ImagesChange) => void;
  onVideo: (video: DraftVideo | undefined) => void;
}) {
  return (
    <Card title="Link, images or video" description="For all pages that have none of their own.">
      <div className="flex flex-col gap-4">
        <LinkField label="Link" value={link} onValueChange={onLink} />
        {video === undefined ? (
          <>
            <MediaField label="Images" images={images} onImages={onImages} />
            {images.length === 0 && <ChooseVideo onVideo={onVideo} />}
          </>
        ) : (
          <ChosenVideo video={video} onVideo={onVideo} />
        )}
      </div>
    </Card>
  );
}

/** Videos are uploaded in Media Center, in parts; from there on the library has them. */
function ChooseVideo({ onVideo }: { onVideo: (video: DraftVideo) => void }) {
  const [isPicking, setPicking] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button size="sm" icon={<Film aria-hidden />} onClick={() => setPicking(true)}>
        Choose a video from library
      </Button>
      <p className="text-xs text-ink-soft">Upload new videos in Media Center.</p>
      {isPicking && (
        <LibraryPicker
          kind="video"
          most={1}
          onClose={() => setPicking(false)}
          onPick={([file]) => {
            if (file === undefined) return;
            const { id, width, height } = file;
            onVideo({ id, width, height, name: libraryFileName(file), isReel: false });
          }}
        />
      )}
    </div>
  );
}

function ChosenVideo({ video, onVideo }: { video: DraftVideo; onVideo: (video: DraftVideo | undefined) => void }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">Video</legend>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Film aria-hidden className="size-4 shrink-0 text-ink-soft" />
        <span className="min-w-0 truncate">{video.name}</span>
        <Button size="sm" variant="ghost" icon={<X aria-hidden />} onClick={() => onVideo(undefined)}>
          Remove video
        </Button>
      </div>
      <label className="flex min-h-9 items-center gap-2.5 text-sm pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={video.isReel}
          onChange={(event) => onVideo({ ...video, isReel: event.currentTarget.checked })}
          className="size-4 shrink-0 accent-accent"
        />
        Publish as a reel
      </label>
    </fieldset>
  );
}
