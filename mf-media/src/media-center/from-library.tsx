import { Button, LibraryPicker } from '@pagecast/shell/kit';
import { Images } from 'lucide-react';
import { useState } from 'react';
import { FILE_RULES, type FilesFor } from './post-types.ts';
import type { Files } from './use-files.ts';

/** Files that were uploaded before, in place of new ones. A story takes either kind. */
export function FromLibrary({ kind, files }: { kind: FilesFor; files: Files }) {
  if (kind !== 'story') return <FromShelf of={kind === 'image' ? 'image' : 'video'} wanted={kind} files={files} />;
  return (
    <div className="flex flex-wrap gap-2">
      <FromShelf of="image" label="Choose image from library" wanted={kind} files={files} />
      <FromShelf of="video" label="Choose video from library" wanted={kind} files={files} />
    </div>
  );
}

function FromShelf({
  of,
  wanted,
  files,
  label = 'Choose from library',
}: {
  of: 'image' | 'video';
  wanted: FilesFor;
  files: Files;
  label?: string;
}) {
  const [isPicking, setPicking] = useState(false);
  return (
    <>
      <Button size="sm" icon={<Images aria-hidden />} className="self-start" onClick={() => setPicking(true)}>
        {label}
      </Button>
      {isPicking && (
        <LibraryPicker
          kind={of}
          most={FILE_RULES[wanted].most - files.files.length}
          onClose={() => setPicking(false)}
          onPick={(stored) => files.addStored(wanted, stored)}
        />
      )}
    </>
  );
}
