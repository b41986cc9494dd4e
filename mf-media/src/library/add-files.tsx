import { finishUpload, type MediaFile } from '@pagecast/api/contract';
import { Button, keepFrame, refresh, uploadFile, useNotify, type Toast } from '@pagecast/shell/kit';
import { useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { fileProblem, typeFor } from '../media-center/post-types.ts';
import { UploadProgress } from '../media-center/upload-progress.tsx';
import { useAskingBeforeLeaving } from '../media-center/use-files.ts';

/** What is on its way. `share` is of all that were chosen. */
interface Current {
  readonly name: string;
  readonly share: number;
  readonly cancel: () => void;
}

interface Refused {
  readonly name: string;
  readonly reason: string;
}

/** Uploads files into the library, one after the other, and says which could not be kept. */
export function AddFiles() {
  const field = useRef<HTMLInputElement>(null);
  const { current, add } = useAdding();
  const place = useFocusKept(current !== null);

  return (
    <>
      <p role="status" className="sr-only">
        {current === null ? '' : `Uploading ${current.name}`}
      </p>
      <div ref={place} className="contents">
        {current === null ? (
          <Button variant="primary" icon={<Upload aria-hidden />} onClick={() => field.current?.click()}>
            Upload files
          </Button>
        ) : (
          <UploadProgress share={current.share} onCancel={current.cancel} />
        )}
      </div>
      <input
        ref={field}
        type="file"
        accept="image/*,video/*"
        multiple
        hidden
        aria-label="Files for your library"
        onChange={({ currentTarget }) => {
          void add([...(currentTarget.files ?? [])]);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** Each button goes away when it is pressed: the focus goes on to the one in its place. */
function useFocusKept(isUploading: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const was = useRef(isUploading);
  useLayoutEffect(() => {
    if (was.current === isUploading) return;
    was.current = isUploading;
    if (document.activeElement === document.body) place.current?.querySelector('button')?.focus();
  }, [isUploading]);
  return place;
}

/** Adds files, and tells in the end what became of all of them. */
function useAdding() {
  const notify = useNotify();
  const client = useQueryClient();
  const [current, setCurrent] = useState<Current | null>(null);
  useAskingBeforeLeaving(current !== null);

  async function add(files: readonly File[]): Promise<void> {
    const cancelling = new AbortController();
    const { signal } = cancelling;
    const all = files.reduce((sum, { size }) => sum + size, 0);
    const refused: Refused[] = [];
    let [kept, before] = [0, 0];
    for (const file of files) {
      const tell = (sent: number) =>
        setCurrent({ name: file.name, share: all === 0 ? 1 : (before + sent) / all, cancel: () => cancelling.abort() });
      tell(0);
      const reason = await store(file, signal, tell);
      if (signal.aborted) break;
      before += file.size;
      if (reason === null) kept += 1;
      else refused.push({ name: file.name, reason });
    }
    setCurrent(null);
    if (kept > 0) refresh(client, finishUpload);
    const toast = toastOf(kept, refused);
    if (toast !== null) notify(toast);
  }

  return { current, add };
}

/** So many are named with their reasons. */
const MOST_NAMED = 3;

/** One for all of them: a second one would take the place of the first. */
function toastOf(kept: number, refused: readonly Refused[]): Toast | null {
  const [first] = refused;
  if (first === undefined)
    return kept === 0 ? null : { tone: 'default', title: kept === 1 ? 'File added' : `${kept} files added` };
  const others = kept === 1 ? ' The other file was added.' : ` The other ${kept} files were added.`;
  const rest = kept === 0 ? '' : others;
  if (refused.length === 1)
    return { tone: 'destructive', title: `${first.name} wasn't added`, description: first.reason + rest };
  const named = refused.slice(0, MOST_NAMED).map(({ name, reason }) => `${name}: ${reason}`);
  const more = refused.length > MOST_NAMED ? ` And ${refused.length - MOST_NAMED} more.` : '';
  return {
    tone: 'destructive',
    title: `${refused.length} files weren't added`,
    description: named.join(' ') + more + rest,
  };
}

/** Of a video, where this browser can show it. */
async function keepFrameOf({ id, mimeType }: MediaFile, file: File): Promise<void> {
  if (mimeType.startsWith('image/')) return;
  const source = URL.createObjectURL(file);
  await keepFrame(id, source);
  URL.revokeObjectURL(source);
}

/**
 * Why a file was not kept; null when it was, or when somebody ended it. Chosen again, one whose line dropped goes on
 * where it stopped.
 * @param tell hears how many bytes of it have arrived
 */
function store(file: File, signal: AbortSignal, tell: (sent: number) => void): Promise<string | null> {
  // The browser knows no type of some videos.
  const kind = file.type === '' ? 'video' : typeFor([file]);
  if (kind === null) return Promise.resolve('This is neither an image nor a video.');
  const problem = fileProblem(kind, file);
  if (problem !== null) return Promise.resolve(problem);
  return new Promise((resolve) => {
    const upload = uploadFile(file, kind, (progress) => {
      if (progress.state === 'sending') tell(progress.sent);
      if (progress.state === 'ready') void keepFrameOf(progress.media, file).then(() => resolve(null));
      if (progress.state === 'refused') resolve(progress.reason);
      if (progress.state !== 'stopped') return;
      upload.leave();
      resolve(progress.isCut ? 'The connection was lost. Choose the file again to continue.' : progress.reason);
    });
    signal.addEventListener('abort', () => {
      upload.cancel();
      resolve(null);
    });
  });
}
