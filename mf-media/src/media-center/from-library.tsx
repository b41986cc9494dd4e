import type { MediaKind } from '@pagecast/api/contract';
import { Button, LibraryPicker } from '@pagecast/shell/kit';
import { Images } from 'lucide-react';
import { useState } from 'react';
import { FILE_RULES } from './post-types.ts';
import type { Files } from './use-files.ts';

/** Files that were uploaded before, in place of new ones. */
export function FromLibrary({ kind, files }: { kind: MediaKind; files: Files }) {
  const [isPicking, setPicking] = useState(false);
  return (
    <>
      <Button size="sm" icon={<Images aria-hidden />} className="self-start" onClick={() => setPicking(true)}>
        Choose from library
      </Button>
      {isPicking && (
        <LibraryPicker
          kind={kind === 'image' ? 'image' : 'video'}
          most={FILE_RULES[kind].most - files.files.length}
          onClose={() => setPicking(false)}
          onPick={files.addStored}
        />
      )}
    </>
  );
}
