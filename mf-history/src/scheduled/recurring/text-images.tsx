import { MAX_PHOTOS, mediaUrl } from '@pagecast/api/contract';
import { Button, IconButton, LibraryPicker, Picture } from '@pagecast/shell/kit';
import { Images, X } from 'lucide-react';
import { useState } from 'react';
import type { TextDraft } from './recurrence-draft.ts';

/** The images that come with each post of a text, from the library. A video stays as it is. */
export function TextImages({
  label,
  text: { files, hasVideo },
  onFiles,
}: {
  /** Of the text, such as "Text 2". */
  label: string;
  text: TextDraft;
  onFiles: (files: TextDraft['files']) => void;
}) {
  const [isPicking, setPicking] = useState(false);
  if (hasVideo) return <p className="mt-1.5 text-xs text-ink-soft">Its video comes with each post.</p>;
  const room = MAX_PHOTOS - files.length;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      {files.length > 0 && (
        <ul aria-label={`Images of ${label}`} className="flex flex-wrap gap-2">
          {files.map(({ id, altText }, place) => (
            <li key={id} className="flex items-center">
              <Picture src={mediaUrl(id)} alt={altText ?? ''} className="size-14 rounded-control" />
              <IconButton
                label={`Remove image ${place + 1} of ${label}`}
                icon={<X aria-hidden />}
                onClick={() => onFiles(files.filter((file) => file.id !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      <Button size="sm" icon={<Images aria-hidden />} disabled={room <= 0} onClick={() => setPicking(true)}>
        Choose images
        <span className="sr-only">: {label}</span>
      </Button>
      {isPicking && (
        <LibraryPicker
          kind="image"
          most={room}
          onClose={() => setPicking(false)}
          onPick={(picked) =>
            onFiles([
              ...files,
              ...picked
                .filter(({ id }) => files.every((file) => file.id !== id))
                .map(({ id, altText }) => ({ id, altText })),
            ])
          }
        />
      )}
    </div>
  );
}
