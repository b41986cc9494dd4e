import { finishUpload, type MediaFile } from '@pagecast/api/contract';
import { Button, keepFrame, refresh, uploadFile, useNotify } from '@pagecast/shell/kit';
import { useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { fileProblem } from '../media-center/post-types.ts';

/** Uploads files into the library, one after the other, and says which could not be kept. */
export function AddFiles() {
  const field = useRef<HTMLInputElement>(null);
  const notify = useNotify();
  const client = useQueryClient();
  const [current, setCurrent] = useState<string | null>(null);

  async function add(files: readonly File[]): Promise<void> {
    let kept = 0;
    for (const file of files) {
      setCurrent(file.name);
      const problem = await store(file);
      if (problem === null) kept += 1;
      else notify({ tone: 'destructive', title: `${file.name} wasn't added`, description: problem });
    }
    setCurrent(null);
    if (kept > 0) refresh(client, finishUpload);
    if (kept > 0 && kept === files.length)
      notify({ tone: 'default', title: kept === 1 ? 'File added' : `${kept} files added` });
  }

  return (
    <>
      <p role="status" className="sr-only">
        {current === null ? '' : `Uploading ${current}`}
      </p>
      <Button
        variant="primary"
        icon={<Upload aria-hidden />}
        busy={current !== null}
        busyLabel="Uploading..."
        onClick={() => field.current?.click()}
      >
        Upload files
      </Button>
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

/** Of a video, where this browser can show it. */
async function keepFrameOf({ id, mimeType }: MediaFile, file: File): Promise<void> {
  if (mimeType.startsWith('image/')) return;
  const source = URL.createObjectURL(file);
  await keepFrame(id, source);
  URL.revokeObjectURL(source);
}

/** Why a file was not kept; null when it was. Chosen again, one whose line dropped goes on where it stopped. */
function store(file: File): Promise<string | null> {
  const kind = file.type.startsWith('image/') ? 'image' : 'video';
  const problem = fileProblem(kind, file);
  if (problem !== null) return Promise.resolve(problem);
  return new Promise((resolve) => {
    const upload = uploadFile(file, kind, (progress) => {
      if (progress.state === 'ready') void keepFrameOf(progress.media, file).then(() => resolve(null));
      if (progress.state === 'refused') resolve(progress.reason);
      if (progress.state !== 'stopped') return;
      upload.leave();
      resolve(progress.isCut ? 'The connection was lost. Choose the file again to continue.' : progress.reason);
    });
  });
}
