import { ALT_TEXT_LIMIT, type MediaKind } from '@pagecast/api/contract';
import {
  Button,
  cn,
  Field,
  formatBytes,
  IconButton,
  Picture,
  ProgressBar,
  TextInput,
  useFileDragging,
  type Edge,
} from '@pagecast/shell/kit';
import { ArrowDown, ArrowUp, CircleCheck, Film, GripVertical, Play, Pause, TriangleAlert, X } from 'lucide-react';
import { useRef, type Ref } from 'react';
import type { ChosenFile, Files } from './use-files.ts';

/** One chosen file: how far it is, what it shows in words, its place among the others, and the way to be rid of it. */
export function FileRow({
  file,
  position,
  count,
  files,
  onStep,
  onDrop,
}: {
  file: ChosenFile;
  position: number;
  count: number;
  files: Files;
  onStep: (by: number) => void;
  onDrop: (dropped: string, edge: Edge) => void;
}) {
  const { key, kind, name, progress } = file;
  const row = useRef<HTMLLIElement>(null);
  const grip = useRef<HTMLSpanElement>(null);
  const { isDragged, edge } = useFileDragging(row, grip, key, { isMovable: count > 1, onDrop });
  return (
    <li
      ref={row}
      data-file={key}
      className={cn('relative flex gap-3 rounded-card border border-line p-3', isDragged && 'opacity-50')}
    >
      {edge !== null && (
        <span
          aria-hidden
          className={cn('absolute inset-x-0 h-0.5 rounded-full bg-accent', edge === 'before' ? '-top-2' : '-bottom-2')}
        />
      )}
      {count > 1 && <Grip ref={grip} />}
      <Thumbnail kind={kind} src={file.src} />
      <div className="flex min-w-0 grow flex-col gap-2">
        <div className="-my-1 flex items-center justify-between gap-2">
          <p className="min-w-0 truncate font-medium">
            {count > 1 && <span className="text-ink-soft">{position + 1}. </span>}
            <bdi>{name}</bdi>
          </p>
          <FileButtons file={file} position={position} count={count} files={files} onStep={onStep} />
        </div>
        <div className="-mt-1 flex flex-col gap-1">
          <State file={file} />
        </div>
        {progress.state === 'stopped' && (
          <Button size="sm" className="self-start" icon={<Play aria-hidden />} onClick={() => files.resume(key)}>
            Resume
          </Button>
        )}
        {kind === 'image' && progress.state !== 'refused' && (
          <AltText file={file} label={`Alt text${count > 1 ? ` of image ${position + 1}` : ''}`} files={files} />
        )}
      </div>
    </li>
  );
}

function AltText({ file, label, files }: { file: ChosenFile; label: string; files: Files }) {
  return (
    <Field label={label}>
      <TextInput
        dir="auto"
        value={file.altText}
        maxLength={ALT_TEXT_LIMIT}
        placeholder="What the image shows, for people who can't see it"
        onChange={(event) => files.describe(file.key, event.currentTarget.value)}
      />
    </Field>
  );
}

/** Takes the row to another place by mouse; the keyboard has the buttons. */
function Grip({ ref }: { ref: Ref<HTMLSpanElement> }) {
  return (
    <span
      ref={ref}
      aria-hidden
      title="Drag to reorder"
      className="-ml-1.5 flex cursor-grab items-center self-stretch text-ink-soft hover:text-ink active:cursor-grabbing"
    >
      <GripVertical className="size-4" />
    </span>
  );
}

function Thumbnail({ kind, src }: { kind: MediaKind; src: string }) {
  if (kind === 'image') return <Picture src={src} alt="" className="size-12 shrink-0 rounded-control sm:size-16" />;
  return (
    <span
      aria-hidden
      className="flex size-12 shrink-0 sm:size-16 items-center justify-center rounded-control bg-sunken text-ink-soft"
    >
      <Film className="size-6 stroke-1" />
    </span>
  );
}

function FileButtons({
  file: { key, name, progress },
  position,
  count,
  files,
  onStep,
}: {
  file: ChosenFile;
  position: number;
  count: number;
  files: Files;
  onStep: (by: number) => void;
}) {
  return (
    <div className="flex shrink-0 items-center">
      {count > 1 && (
        <>
          <IconButton
            label={`Move ${name} earlier`}
            data-step={-1}
            disabled={position === 0}
            onClick={() => onStep(-1)}
            icon={<ArrowUp />}
          />
          <IconButton
            label={`Move ${name} later`}
            data-step={1}
            disabled={position === count - 1}
            onClick={() => onStep(1)}
            icon={<ArrowDown />}
          />
        </>
      )}
      {progress.state === 'sending' && (
        <IconButton label={`Stop uploading ${name}`} onClick={() => files.stop(key)} icon={<Pause />} />
      )}
      <IconButton
        label={progress.state === 'sending' ? `Cancel ${name}` : `Remove ${name}`}
        onClick={() => files.remove(key)}
        icon={<X />}
      />
    </div>
  );
}

function State({ file: { progress, bytes } }: { file: ChosenFile }) {
  if (progress.state === 'ready') {
    const { width, height, durationSeconds } = progress.media;
    const facts = [
      width !== null && height !== null ? `${width} × ${height}` : null,
      durationSeconds === null ? null : `${Math.round(durationSeconds)} s`,
      formatBytes(progress.media.bytes),
    ];
    return (
      <p className="flex items-center gap-1.5 text-xs text-ok">
        <CircleCheck aria-hidden className="size-3.5 shrink-0" />
        Ready · {facts.filter((fact) => fact !== null).join(' · ')}
      </p>
    );
  }
  if (progress.state === 'checking')
    return (
      <p role="status" className="text-xs text-ink-soft">
        Checking the file...
      </p>
    );
  if (progress.state === 'refused')
    return (
      <p role="alert" className="flex items-start gap-1.5 text-xs text-bad">
        <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
        {progress.reason}
      </p>
    );
  return (
    <>
      <ProgressBar label="Sent" max={bytes} value={progress.sent} className="w-full" />
      <p className="text-xs text-ink-soft">
        {formatBytes(progress.sent)} of {formatBytes(bytes)}
        {progress.state === 'stopped' && ` · ${progress.reason}`}
      </p>
    </>
  );
}
