import { ALT_TEXT_LIMIT, MAX_PHOTOS, mediaUrl } from '@pagecast/api/contract';
import { ArrowDown, ArrowUp, ImagePlus, Images, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { LibraryPicker } from '../library/library-picker.tsx';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { Field } from '../ui/field.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { TextInput } from '../ui/inputs.tsx';
import { Picture } from '../ui/picture.tsx';
import { useFileDragging, type Edge } from '../ui/use-file-dragging.ts';
import { postImageOf, type PostImage } from './post-image.ts';
import { useImageUploads } from './use-image-uploads.ts';

/** What becomes of the images that there are by then: a file may be stored while others are moved. */
export type ImagesChange = (before: readonly PostImage[]) => readonly PostImage[];

/** The images of a post, in their order, each with what it shows in words. */
export function MediaField({
  label,
  images,
  onImages,
}: {
  label: string;
  images: readonly PostImage[];
  onImages: (change: ImagesChange) => void;
}) {
  // The same file again is the same stored one.
  const add = (added: readonly PostImage[]) =>
    onImages((before) => [...before, ...added.filter(({ id }) => !before.some((one) => one.id === id))]);
  return (
    <fieldset className="flex w-full min-w-0 flex-col gap-3">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      {images.length > 0 && (
        <ol aria-label={label} className="flex flex-col gap-3">
          {images.map((image, place) => (
            <ImageRow key={image.id} image={image} place={place} count={images.length} onImages={onImages} />
          ))}
        </ol>
      )}
      <AddImages label={label} count={images.length} onAdd={add} />
    </fieldset>
  );
}

/** New images, or ones of the library. */
function AddImages({
  label,
  count,
  onAdd,
}: {
  label: string;
  count: number;
  onAdd: (images: readonly PostImage[]) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [isPicking, setPicking] = useState(false);
  const { upload, current } = useImageUploads(count, (image) => onAdd([image]));
  const room = MAX_PHOTOS - count;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          size="sm"
          icon={<ImagePlus aria-hidden />}
          disabled={room <= 0}
          busy={current !== null}
          busyLabel="Uploading..."
          onClick={() => field.current?.click()}
        >
          Add images
        </Button>
        <Button size="sm" icon={<Images aria-hidden />} disabled={room <= 0} onClick={() => setPicking(true)}>
          Choose from library
        </Button>
        <p role="status" className="min-w-0 truncate text-xs text-ink-soft">
          {current ?? ''}
        </p>
      </div>
      <input
        ref={field}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={`Files for ${label}`}
        onChange={({ currentTarget }) => {
          upload([...(currentTarget.files ?? [])]);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
      {isPicking && (
        <LibraryPicker
          kind="image"
          most={room}
          onClose={() => setPicking(false)}
          onPick={(files) => onAdd(files.map(postImageOf))}
        />
      )}
    </>
  );
}

function ImageRow({
  image: { id, altText },
  place,
  count,
  onImages,
}: {
  image: PostImage;
  place: number;
  count: number;
  onImages: (change: ImagesChange) => void;
}) {
  const which = count > 1 ? `image ${place + 1}` : 'the image';
  const row = useRef<HTMLLIElement>(null);
  const grip = useRef<HTMLSpanElement>(null);
  const { isDragged, edge } = useFileDragging(row, grip, String(id), {
    isMovable: count > 1,
    onDrop: (dropped, side) => onImages((before) => droppedBeside(before, Number(dropped), id, side)),
  });
  return (
    <li ref={row} className={cn('relative flex items-end gap-2', isDragged && 'opacity-50')}>
      {edge !== null && (
        <span
          aria-hidden
          className={cn('absolute inset-x-0 h-0.5 rounded-full bg-accent', edge === 'before' ? '-top-2' : '-bottom-2')}
        />
      )}
      <span ref={grip} title={count > 1 ? 'Drag to reorder' : undefined} className={cn(count > 1 && 'cursor-grab')}>
        <Picture src={mediaUrl(id)} alt={altText} className="pointer-events-none size-14 shrink-0 rounded-control" />
      </span>
      <Field label={`Alt text of ${which}`} className="min-w-0 grow">
        <TextInput
          dir="auto"
          value={altText}
          maxLength={ALT_TEXT_LIMIT}
          placeholder="What it shows"
          onChange={({ currentTarget: { value } }) =>
            onImages((before) => before.map((one) => (one.id === id ? { ...one, altText: value } : one)))
          }
        />
      </Field>
      <ImageButtons id={id} which={which} place={place} count={count} onImages={onImages} />
    </li>
  );
}

function ImageButtons({
  id,
  which,
  place,
  count,
  onImages,
}: {
  id: number;
  which: string;
  place: number;
  count: number;
  onImages: (change: ImagesChange) => void;
}) {
  return (
    <div className="flex shrink-0">
      {count > 1 && (
        <>
          <IconButton
            label={`Move ${which} earlier`}
            icon={<ArrowUp aria-hidden />}
            disabled={place === 0}
            onClick={() => onImages((before) => moved(before, id, -1))}
          />
          <IconButton
            label={`Move ${which} later`}
            icon={<ArrowDown aria-hidden />}
            disabled={place === count - 1}
            onClick={() => onImages((before) => moved(before, id, 1))}
          />
        </>
      )}
      <IconButton
        label={`Remove ${which}`}
        icon={<X aria-hidden />}
        onClick={() => onImages((before) => before.filter((one) => one.id !== id))}
      />
    </div>
  );
}

/** One of them, so many places further. */
function moved(images: readonly PostImage[], id: number, by: number): readonly PostImage[] {
  const from = images.findIndex((image) => image.id === id);
  const image = images[from];
  if (image === undefined) return images;
  return images.toSpliced(from, 1).toSpliced(from + by, 0, image);
}

/** One of them, before or after another. */
export function droppedBeside(
  images: readonly PostImage[],
  id: number,
  beside: number,
  edge: Edge,
): readonly PostImage[] {
  const image = images.find((one) => one.id === id);
  if (image === undefined || id === beside) return images;
  const others = images.filter((one) => one !== image);
  const at = others.findIndex((one) => one.id === beside);
  return at < 0 ? images : others.toSpliced(edge === 'before' ? at : at + 1, 0, image);
}
