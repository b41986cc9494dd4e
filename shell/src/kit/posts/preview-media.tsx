import { Clapperboard, Film, Image, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../ui/cn.ts';
import { Picture } from '../ui/picture.tsx';
import { PostText } from './post-text.tsx';

/** A file of a post: where its bytes are (`blob:` or an address of ours), and its measure where it is known. */
export interface PreviewedMedia {
  readonly src: string;
  readonly width?: number | null | undefined;
  readonly height?: number | null | undefined;
  /** Said to people who do not see the picture, as Facebook will. */
  readonly altText?: string | null | undefined;
}

/** As many pictures as Facebook shows in a post before it counts the rest. */
const SHOWN = 5;
/** How tall and how wide Facebook shows a single picture or video on a phone. */
const TALLEST = 4 / 5;
const WIDEST = 1.91;

export function MediaFrame({ type, media }: { type: 'image' | 'video'; media: readonly PreviewedMedia[] }) {
  const [first] = media;
  if (first === undefined)
    return (
      <Missing icon={type === 'image' ? Image : Film}>
        {type === 'image' ? 'Your image appears here.' : 'Your video appears here.'}
      </Missing>
    );
  if (type === 'video')
    return (
      <video
        key={first.src}
        src={first.src}
        controls
        muted
        playsInline
        preload="metadata"
        aria-label="Video of this post"
        className="w-full bg-black"
        style={{ aspectRatio: shapeOf(first, 16 / 9) }}
      />
    );
  if (media.length === 1) return <Shown {...first} style={{ aspectRatio: shapeOf(first, null) }} />;
  return <Mosaic media={media} />;
}

/** How many of six columns each takes, by how many there are; else it is five. */
const SPANS: Readonly<Record<number, readonly number[]>> = { 2: [3, 3], 3: [6, 3, 3], 4: [6, 2, 2, 2] };

/** Two beside each other, one above two or three, two above three: as Facebook lays them out. */
function Mosaic({ media }: { media: readonly PreviewedMedia[] }) {
  const shown = media.slice(0, SHOWN);
  const more = media.length - shown.length;
  const spans = SPANS[shown.length] ?? [3, 3, 2, 2, 2];
  return (
    <div className="grid grid-cols-6 gap-0.5">
      {shown.map((one, index) => (
        <div
          key={one.src}
          className={cn('relative', { 2: 'col-span-2', 3: 'col-span-3', 6: 'col-span-6' }[spans[index] ?? 6])}
        >
          <Shown {...one} className={spans[index] === 6 ? 'aspect-[3/2]' : 'aspect-square'} />
          {index === SHOWN - 1 && more > 0 && (
            <span
              className={
                'absolute inset-0 flex items-center justify-center bg-black/60 text-2xl font-semibold ' + 'text-white'
              }
            >
              <span className="sr-only">and </span>+{more}
              <span className="sr-only"> more</span>
            </span>
          )}
        </div>
      ))}
    </div>
  );
}

function Shown({
  src,
  altText,
  className,
  style,
}: PreviewedMedia & { className?: string; style?: { aspectRatio: number | undefined } }) {
  return <Picture src={src} alt={altText || 'Image of this post'} className={cn('w-full', className)} style={style} />;
}

/** A reel fills the phone; its caption lies over it. */
export function ReelFrame({
  media,
  name,
  when,
  content,
  placeholder,
}: {
  media: PreviewedMedia | undefined;
  name: string;
  when: ReactNode;
  content: string;
  placeholder: string;
}) {
  return (
    <div className="relative aspect-[9/16] w-full overflow-hidden bg-black text-white">
      {media === undefined ? (
        <Missing icon={Clapperboard} className="absolute inset-0 bg-black text-white">
          Your reel appears here.
        </Missing>
      ) : (
        <video
          key={media.src}
          src={media.src}
          controls
          muted
          playsInline
          loop
          preload="metadata"
          aria-label="Reel of this post"
          className="absolute inset-0 size-full object-contain"
        />
      )}
      <div
        className={
          'pointer-events-none absolute inset-x-0 bottom-0 max-h-full overflow-y-auto bg-gradient-to-t from-black ' +
          'via-black/80 to-transparent p-4 pt-16 pb-16'
        }
      >
        <p className="truncate font-semibold">
          {name} <span className="text-xs font-normal">{when}</span>
        </p>
        <div
          className={
            'pointer-events-auto mt-1 wrap-anywhere whitespace-pre-wrap [&_.text-accent]:font-semibold ' +
            '[&_.text-accent]:text-white'
          }
        >
          {content.trim() === '' ? placeholder : <PostText content={content} place="reel" />}
        </div>
      </div>
    </div>
  );
}

export function Missing({
  icon: Icon,
  className = 'aspect-video bg-sunken text-ink-soft',
  children,
}: {
  icon: LucideIcon;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={cn('flex w-full flex-col items-center justify-center gap-2', className)}>
      <Icon aria-hidden className="size-8 stroke-1" />
      {children}
    </div>
  );
}

function shapeOf({ width, height }: PreviewedMedia, otherwise: number | null): number | undefined {
  if (!width || !height) return otherwise ?? undefined;
  return Math.min(WIDEST, Math.max(TALLEST, width / height));
}
