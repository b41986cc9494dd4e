import { ALT_TEXT_LIMIT, type MediaKind } from '@pagecast/api/contract';
import { Button, Field, IconButton, TextInput } from '@pagecast/shell/kit';
import { ArrowDown, ArrowUp, CircleCheck, Film, Play, Pause, TriangleAlert, X } from 'lucide-react';
import { formatBytes } from './format-bytes.ts';
import type { ChosenFile, Files } from './use-files.ts';

/** One chosen file: how far it is, what it shows in words, its place among the others, and the way to be rid of it. */
export function FileRow({ file, kind, position, count, files }: { file: ChosenFile; kind: MediaKind; position: number; count: number; files: Files }) {
  const { key, name, progress } = file;
  return (
    <li className="flex gap-3 rounded-card border border-line p-3">
      {kind === 'image'
        ? <img src={file.src} alt="" className="size-12 shrink-0 sm:size-16 rounded-control bg-sunken object-cover" />
        : <span aria-hidden className="flex size-12 shrink-0 sm:size-16 items-center justify-center rounded-control bg-sunken text-ink-soft"><Film className="size-6 stroke-1" /></span>}
      <div className="flex min-w-0 grow flex-col gap-2">
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0">
            <p className="truncate font-medium">{count > 1 && <span className="text-ink-soft">{position + 1}. </span>}{name}</p>
            <State file={file} />
          </div>
          <div className="flex shrink-0 items-center">
            {count > 1 && (
              <>
                <IconButton label={`Move ${name} earlier`} disabled={position === 0} onClick={() => files.move(key, -1)} icon={<ArrowUp />} />
                <IconButton label={`Move ${name} later`} disabled={position === count - 1} onClick={() => files.move(key, 1)} icon={<ArrowDown />} />
              </>
            )}
            {progress.state === 'sending' && <IconButton label={`Stop sending ${name}`} onClick={() => files.stop(key)} icon={<Pause />} />}
            <IconButton label={progress.state === 'sending' ? `Cancel ${name}` : `Remove ${name}`} onClick={() => files.remove(key)} icon={<X />} />
          </div>
        </div>
        {progress.state === 'stopped' && <Button size="sm" className="self-start" icon={<Play aria-hidden />} onClick={() => files.resume(key)}>Resume</Button>}
        {kind === 'image' && progress.state !== 'refused' && (
          <Field label={`Alt text${count > 1 ? ` of picture ${position + 1}` : ''}`}>
            <TextInput value={file.altText} maxLength={ALT_TEXT_LIMIT} placeholder="What the picture shows, for people who cannot see it" onChange={(event) => files.describe(key, event.currentTarget.value)} />
          </Field>
        )}
      </div>
    </li>
  );
}

function State({ file: { progress, bytes } }: { file: ChosenFile }) {
  if (progress.state === 'ready') {
    const { width, height, durationSeconds } = progress.media;
    const facts = [width !== null && height !== null ? `${width} × ${height}` : null, durationSeconds === null ? null : `${Math.round(durationSeconds)} s`, formatBytes(progress.media.bytes)];
    return <p className="flex items-center gap-1.5 text-xs text-ok"><CircleCheck aria-hidden className="size-3.5" />Ready · {facts.filter((fact) => fact !== null).join(' · ')}</p>;
  }
  if (progress.state === 'checking') return <p role="status" className="text-xs text-ink-soft">Checking the file...</p>;
  if (progress.state === 'refused') return <p role="alert" className="flex items-start gap-1.5 text-xs text-bad"><TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />{progress.reason}</p>;
  return (
    <>
      <progress aria-label="Sent" max={bytes} value={progress.sent} className="mt-1 h-1.5 w-full accent-accent" />
      <p className="text-xs text-ink-soft">{formatBytes(progress.sent)} of {formatBytes(bytes)}{progress.state === 'stopped' && ` · ${progress.reason}`}</p>
    </>
  );
}
