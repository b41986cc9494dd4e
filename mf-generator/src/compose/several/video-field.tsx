import { MEDIA_LIMIT_BYTES } from '@pagecast/api/contract';
import { Button, LibraryPicker, ProgressBar } from '@pagecast/shell/kit';
import { Film, Play, Upload, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { DraftVideo } from '../../drafts/draft.ts';
import { videoFrom } from './story.ts';
import type { VideoUpload } from './use-video-upload.ts';

/** A film for all pages: a new one, or one of the library. */
export function ChooseVideo({ upload, onVideo }: { upload: VideoUpload; onVideo: (video: DraftVideo) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [isPicking, setPicking] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button size="sm" icon={<Upload aria-hidden />} onClick={() => field.current?.click()}>
        Add video
      </Button>
      <Button size="sm" icon={<Film aria-hidden />} onClick={() => setPicking(true)}>
        Choose a video from library
      </Button>
      <p className="text-xs text-ink-soft">Up to {MEDIA_LIMIT_BYTES.video / 1024 ** 3} GB.</p>
      <input
        ref={field}
        type="file"
        accept="video/*"
        hidden
        aria-label="File for Video"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) upload.begin(file);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
      {isPicking && (
        <LibraryPicker
          kind="video"
          most={1}
          onClose={() => setPicking(false)}
          onPick={([file]) => {
            if (file !== undefined) onVideo(videoFrom(file));
          }}
        />
      )}
    </div>
  );
}

const RUNNING: Readonly<Record<string, string>> = { sending: 'Uploading...', checking: 'Checking the file...' };

/** How far a new video has come. */
export function SentVideo({ upload: { current, resume, cancel } }: { upload: VideoUpload }) {
  if (current === null) return null;
  const { name, bytes, progress } = current;
  const isStopped = progress.state === 'stopped';
  return (
    <section aria-label="Video on its way" className="flex min-w-0 flex-col gap-2">
      <div className="flex items-center gap-3">
        <Film aria-hidden className="size-4 shrink-0 text-ink-soft" />
        <bdi className="min-w-0 grow truncate">{name}</bdi>
        <Button size="sm" variant="ghost" icon={<X aria-hidden />} onClick={cancel}>
          Cancel
        </Button>
      </div>
      <ProgressBar label="Uploaded" max={bytes} value={'sent' in progress ? progress.sent : bytes} className="w-full" />
      <p role="status" className="text-xs text-ink-soft">
        {isStopped ? progress.reason : RUNNING[progress.state]}
      </p>
      {isStopped && (
        <Button size="sm" className="self-start" icon={<Play aria-hidden />} onClick={resume}>
          Resume
        </Button>
      )}
    </section>
  );
}

export function ChosenVideo({
  video,
  isStory,
  onVideo,
}: {
  video: DraftVideo;
  isStory: boolean;
  onVideo: (video: DraftVideo | undefined) => void;
}) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">Video</legend>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Film aria-hidden className="size-4 shrink-0 text-ink-soft" />
        <bdi className="min-w-0 truncate">{video.name}</bdi>
        <Button size="sm" variant="ghost" icon={<X aria-hidden />} onClick={() => onVideo(undefined)}>
          Remove video
        </Button>
      </div>
      {!isStory && (
        <label className="flex min-h-9 items-center gap-2.5 text-sm pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={video.isReel}
            onChange={(event) => onVideo({ ...video, isReel: event.currentTarget.checked })}
            className="size-4 shrink-0 accent-accent"
          />
          Publish as a reel
        </label>
      )}
    </fieldset>
  );
}
