import {
  CROP_SHAPES,
  cropBox,
  cropLibraryFile,
  mediaUrl,
  type CropShape,
  type FocusPoint,
  type LibraryFile,
} from '@pagecast/api/contract';
import { Button, reasonOf, SegmentedControl, useApiMutation, useNotify } from '@pagecast/shell/kit';
import { useState, type PointerEvent, type SyntheticEvent } from 'react';

const LABELS: Readonly<Record<CropShape, string>> = {
  square: 'Square 1:1',
  portrait: 'Portrait 4:5',
  wide: 'Wide 1.91:1',
  tall: 'Tall 9:16',
};
const OPTIONS = CROP_SHAPES.map((value) => ({ value, label: LABELS[value] }));

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Cuts an image to a shape that Facebook shows. What matters in it is pointed at, or moved to with the sliders: as much
 * of the image as has the shape is kept around that point.
 */
export function CropTool({
  file,
  onClose,
  onCropped,
}: {
  file: LibraryFile;
  onClose: () => void;
  onCropped: (id: number) => void;
}) {
  const notify = useNotify();
  const [shape, setShape] = useState<CropShape>('square');
  const [focus, setFocus] = useState<FocusPoint>({ x: 0.5, y: 0.5 });
  const [size, setSize] = useState<Size | null>(sizeOf(file));
  const crop = useApiMutation(cropLibraryFile, {
    onSuccess: () =>
      notify({ tone: 'default', title: 'Crop saved', description: 'Your original image is still in the library.' }),
    onError: (error) =>
      notify({
        tone: 'destructive',
        title: "The crop wasn't saved",
        description: reasonOf(error, 'Try again in a moment.'),
      }),
  });

  function handleCrop() {
    crop.mutate({ params: { id: file.id }, body: { shape, focus } }, { onSuccess: ({ id }) => onCropped(id) });
  }

  return (
    <div className="flex flex-col gap-4">
      <SegmentedControl label="Shape" value={shape} onValueChange={setShape} options={OPTIONS} className="self-start" />
      <CropView file={file} size={size} shape={shape} focus={focus} onSize={setSize} onFocus={setFocus} />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <FocusSlider label="Left to right" value={focus.x} onValueChange={(x) => setFocus({ ...focus, x })} />
        <FocusSlider label="Top to bottom" value={focus.y} onValueChange={(y) => setFocus({ ...focus, y })} />
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Back</Button>
        <Button variant="primary" busy={crop.isPending} busyLabel="Saving..." onClick={handleCrop}>
          Save crop
        </Button>
      </div>
    </div>
  );
}

/** The image with what is cut away dimmed. Pressing and dragging moves the focus; the sliders do the same. */
function CropView({
  file,
  size,
  shape,
  focus,
  onSize,
  onFocus,
}: {
  file: LibraryFile;
  size: Size | null;
  shape: CropShape;
  focus: FocusPoint;
  onSize: (size: Size) => void;
  onFocus: (focus: FocusPoint) => void;
}) {
  const { width, height } = size ?? { width: 1, height: 1 };
  const box = cropBox({ width, height }, shape, focus);
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;

  function measure({ currentTarget: image }: SyntheticEvent<HTMLImageElement>) {
    // Of images of older versions nobody knows the size.
    if (size === null) onSize({ width: image.naturalWidth, height: image.naturalHeight });
  }

  return (
    <div className="flex h-[min(24rem,50vh)] items-center justify-center rounded-card bg-sunken">
      <div
        className="relative max-h-full max-w-full cursor-crosshair touch-none overflow-hidden"
        style={{ aspectRatio: `${width} / ${height}`, [width >= height ? 'width' : 'height']: '100%' }}
        {...pointing(onFocus)}
      >
        <img
          src={mediaUrl(file.id)}
          alt={file.altText ?? ''}
          draggable={false}
          onLoad={measure}
          className="size-full select-none"
        />
        {size !== null && (
          <div
            aria-hidden
            data-crop-frame
            className="pointer-events-none absolute border-2 border-white shadow-[0_0_0_100vmax_rgb(0_0_0/0.55)]"
            style={{
              left: percent(box.left, width),
              top: percent(box.top, height),
              width: percent(box.width, width),
              height: percent(box.height, height),
            }}
          />
        )}
      </div>
    </div>
  );
}

/** Handlers by which pressing and dragging on an image point at a place of it. */
function pointing(onFocus: (focus: FocusPoint) => void) {
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    onFocus({ x: within((event.clientX - left) / width), y: within((event.clientY - top) / height) });
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      point(event);
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) point(event);
    },
  };
}

function FocusSlider({
  label,
  value,
  onValueChange,
}: {
  label: string;
  value: number;
  onValueChange: (value: number) => void;
}) {
  return (
    <label className="flex flex-col gap-1 text-sm font-medium">
      {label}
      <input
        type="range"
        min={0}
        max={100}
        value={Math.round(value * 100)}
        aria-valuetext={`${Math.round(value * 100)} percent`}
        onChange={({ currentTarget }) => onValueChange(Number(currentTarget.value) / 100)}
        className="h-6 w-full accent-accent pointer-coarse:h-11"
      />
    </label>
  );
}

function sizeOf({ width, height }: LibraryFile): Size | null {
  return width === null || height === null ? null : { width, height };
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}
