import { keepVideoFrame, mediaUrl, readLibraryFile, type LibraryFileUses } from '@pagecast/api/contract';
import {
  apiQuery,
  Button,
  Dialog,
  formatBytes,
  keepFrame,
  LatePart,
  lazyPart,
  libraryFileName,
  Loaded,
  Picture,
  refresh,
  Skeleton,
} from '@pagecast/shell/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Crop } from 'lucide-react';
import { useState } from 'react';
import { DeleteFile } from './delete-file.tsx';
import { FileForm } from './file-form.tsx';
import { FileUses } from './file-uses.tsx';

const CropTool = /* @__PURE__ */ lazyPart(async () => (await import('./crop-tool.tsx')).CropTool);

/** One file of the library: what it shows, what it is called, what has it, and its crops. */
export function FileDialog({ id, onOpen }: { id: number; onOpen: (id: number | null) => void }) {
  const [isGoing, setGoing] = useState(false);
  // What is being deleted is not read again: news of it may come before the answer, and there is nothing left to read.
  const query = useQuery({ ...apiQuery(readLibraryFile, { params: { id } }), enabled: !isGoing });
  const close = () => onOpen(null);
  return (
    <Dialog
      open
      wide
      isInAddress
      title={query.data === undefined ? 'File' : libraryFileName(query.data)}
      onClose={close}
    >
      <Loaded query={query} skeleton={<Skeleton className="h-96" />} problemTitle="We couldn't load this file">
        {(file) => <FileContent key={file.id} file={file} onOpen={onOpen} onGoing={setGoing} />}
      </Loaded>
    </Dialog>
  );
}

interface ContentProps {
  file: LibraryFileUses;
  onOpen: (id: number | null) => void;
  onGoing: (isGoing: boolean) => void;
}

function FileContent({ file, onOpen, onGoing }: ContentProps) {
  const [isCropping, setCropping] = useState(false);
  if (isCropping && file.kind === 'image')
    return (
      <LatePart name="The crop tool" fallback={<Skeleton className="h-96" />}>
        <CropTool file={file} onClose={() => setCropping(false)} onCropped={onOpen} />
      </LatePart>
    );
  return (
    <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-3">
        <Preview file={file} />
        <p className="text-xs text-ink-soft">{factsOf(file)}</p>
        <div className="flex flex-wrap gap-2">
          {file.kind === 'image' && (
            <Button size="sm" icon={<Crop aria-hidden />} onClick={() => setCropping(true)}>
              Crop
            </Button>
          )}
          <DeleteFile file={file} onGoing={onGoing} onDeleted={() => onOpen(null)} />
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        <FileForm file={file} />
        <FileUses file={file} />
      </div>
    </div>
  );
}

function Preview({ file: { id, kind, altText, thumbnail } }: { file: LibraryFileUses }) {
  const client = useQueryClient();
  /** One from before there were frames of videos, or from a browser that could not show it, gets its thumbnail now. */
  async function onShown(): Promise<void> {
    if (thumbnail === null && (await keepFrame(id, mediaUrl(id)))) refresh(client, keepVideoFrame);
  }

  const look = {
    className: 'aspect-square w-full rounded-card border border-line bg-sunken',
    style: { objectFit: 'contain' },
  } as const;
  if (kind === 'image') return <Picture src={mediaUrl(id)} alt={altText ?? ''} {...look} />;
  return (
    <video
      src={mediaUrl(id)}
      controls
      muted
      playsInline
      preload="metadata"
      aria-label="Preview"
      {...look}
      onLoadedMetadata={() => void onShown()}
    />
  );
}

function factsOf({ mimeType, bytes, width, height, durationSeconds, shape }: LibraryFileUses): string {
  return [
    mimeType.split('/').at(-1)?.toUpperCase() ?? mimeType,
    width !== null && height !== null ? `${width} × ${height}` : null,
    durationSeconds === null ? null : `${Math.round(durationSeconds)} s`,
    formatBytes(bytes),
    shape === null ? null : 'cropped',
  ]
    .filter((fact) => fact !== null)
    .join(' · ');
}
