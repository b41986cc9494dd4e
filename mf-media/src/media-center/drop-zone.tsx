import { cn } from '@pagecast/shell/kit';
import { CircleDashed, Clapperboard, ImagePlus } from 'lucide-react';
import { useId, useState, type DragEvent } from 'react';
import { carriesFiles } from './dropped-files.ts';
import { FILE_RULES, type FilesFor } from './post-types.ts';

const NAMES: Record<FilesFor, string> = {
  image: 'images',
  video: 'a video',
  reel: 'a reel',
  story: 'an image or a video',
};
const ICONS = { image: ImagePlus, video: Clapperboard, reel: Clapperboard, story: CircleDashed };

/**
 * Takes files by the system's dialog, by dropping, and by the keyboard, for it is a file field all over. Pasting works
 * on the whole screen.
 */
export function DropZone({
  id,
  kind,
  onFiles,
  onDropped,
}: {
  id: string;
  kind: FilesFor;
  onFiles: (files: readonly File[]) => void;
  onDropped: (event: DragEvent) => void;
}) {
  const hintId = useId();
  const [isOver, setOver] = useState(false);
  const { accept, most, hint } = FILE_RULES[kind];
  const Icon = ICONS[kind];

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    // The screen takes drops too, and must not take this one again.
    event.stopPropagation();
    setOver(false);
    if (carriesFiles(event)) onDropped(event);
  }

  return (
    <div
      className={cn(
        'relative flex min-h-36 flex-col items-center justify-center gap-1 rounded-card border border-dashed ' +
          'border-line-strong bg-sunken px-4 py-6 text-center transition-colors duration-150',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        isOver && 'border-accent bg-accent-soft',
      )}
      onDragEnter={(event) => setOver(carriesFiles(event))}
      onDragLeave={() => setOver(false)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={handleDrop}
    >
      <Icon aria-hidden className="mb-1 size-8 stroke-1 text-ink-soft" />
      <label htmlFor={id} className="font-medium">
        <span className="text-accent underline underline-offset-2">Choose {NAMES[kind]}</span>, or drop or paste{' '}
        {kind === 'image' ? 'them' : 'it'} here
      </label>
      <p id={hintId} className="max-w-[48ch] text-xs text-ink-soft">
        {hint}
      </p>
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={most > 1}
        aria-describedby={hintId}
        onChange={({ currentTarget }) => onFiles(takeFrom(currentTarget))}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </div>
  );
}

/** The files of the field, which then has none: the same file may be chosen again. */
function takeFrom(field: HTMLInputElement): File[] {
  const files = [...(field.files ?? [])];
  field.value = '';
  return files;
}
