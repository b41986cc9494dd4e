import { CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { Picture } from '../ui/picture.tsx';
import { Missing, type PreviewedMedia } from './preview-media.tsx';

/** A story fills the phone, under a bar that says how much of it is left. */
export function StoryFrame({
  media,
  isVideo,
  head,
}: {
  media: PreviewedMedia | undefined;
  isVideo: boolean;
  head: ReactNode;
}) {
  return (
    <div className="relative aspect-[9/16] w-full overflow-hidden rounded-card bg-black text-white">
      {media === undefined && (
        <Missing icon={CircleDashed} className="absolute inset-0 bg-black text-white">
          Your story appears here.
        </Missing>
      )}
      {media !== undefined && isVideo && (
        <video
          key={media.src}
          src={media.src}
          controls
          muted
          playsInline
          preload="metadata"
          aria-label="Video of this story"
          className="absolute inset-0 size-full object-contain"
        />
      )}
      {media !== undefined && !isVideo && (
        <Picture
          src={media.src}
          alt={media.altText || 'Image of this story'}
          className="absolute inset-0 size-full object-contain!"
        />
      )}
      <div
        className={
          'pointer-events-none absolute inset-x-0 top-0 flex flex-col gap-2.5 bg-gradient-to-b from-black ' +
          'via-black/70 to-transparent p-3 pb-8 [&_.text-ink-soft]:text-white'
        }
      >
        <span aria-hidden className="h-0.5 rounded-full bg-white/80" />
        {head}
      </div>
    </div>
  );
}
