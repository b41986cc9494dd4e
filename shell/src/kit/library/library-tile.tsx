import type { LibraryFile } from '@pagecast/api/contract';
import { Film, Image } from 'lucide-react';
import { useState } from 'react';

/** As many beside each other as fit: two on a phone. */
export const LIBRARY_GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,calc(50%-0.375rem)),1fr))] gap-3';

/** What a file is called, also where nobody called it anything. */
export function libraryFileName({ name, altText, kind }: Pick<LibraryFile, 'name' | 'altText' | 'kind'>): string {
  return name ?? altText ?? (kind === 'image' ? 'Image' : 'Video');
}

/** A file of the library, small: its place is the same before and after its picture has come. */
export function LibraryTile({ file, mark }: { file: LibraryFile; mark: string | null }) {
  return (
    <span className="block">
      <span className="relative block aspect-square overflow-hidden rounded-card border border-line bg-sunken">
        <Thumbnail file={file} />
        {mark !== null && (
          <span
            aria-hidden
            className={
              'absolute top-1.5 right-1.5 flex size-6 items-center justify-center rounded-full bg-accent ' +
              'text-xs font-semibold text-accent-ink tabular-nums'
            }
          >
            {mark}
          </span>
        )}
      </span>
      <bdi className="mt-1 block truncate text-xs">{libraryFileName(file)}</bdi>
    </span>
  );
}

/** Of a video with its length, which is all there is of one that no browser has drawn. */
function Thumbnail({ file: { kind, thumbnail, durationSeconds } }: { file: LibraryFile }) {
  const [hasFailed, setFailed] = useState(false);
  const Icon = kind === 'image' ? Image : Film;
  const length = kind === 'video' && durationSeconds !== null ? formatLength(durationSeconds) : null;
  if (thumbnail !== null && !hasFailed)
    return (
      <>
        <img
          src={thumbnail}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
          className="absolute inset-0 size-full object-cover"
        />
        {length !== null && (
          <span
            aria-hidden
            className={
              'absolute bottom-1.5 left-1.5 flex items-center gap-1 rounded-control bg-surface px-1.5 text-xs ' +
              'text-ink tabular-nums'
            }
          >
            <Film className="size-3" />
            {length}
          </span>
        )}
      </>
    );
  return (
    <span aria-hidden className="absolute inset-0 flex flex-col items-center justify-center gap-1 text-ink-soft">
      <Icon className="size-8 stroke-1" />
      {length !== null && <span className="text-xs tabular-nums">{length}</span>}
    </span>
  );
}

function formatLength(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
