import { useNotify } from '@pagecast/shell/kit';
import type { ClipboardEvent, DragEvent } from 'react';
import { carriesFiles, droppedFiles } from './dropped-files.ts';
import { FILE_RULES, fileProblem, kindOf, typeFor, type PostType } from './post-types.ts';
import type { Files } from './use-files.ts';

/**
 * Takes files from wherever they come, as many as a post of its type may have; a text with files becomes a post of
 * their type.
 */
export function useTakingFiles(postType: PostType, files: Files, onType: (postType: PostType) => void) {
  const notify = useNotify();

  function take(chosen: readonly File[]) {
    const wanted = kindOf(postType) ?? typeFor(chosen);
    if (wanted === null) return notify({ tone: 'destructive', title: 'This is neither an image nor a video.' });
    if (postType === 'text') onType(wanted);
    const { most } = FILE_RULES[wanted];
    const problem = most === 1 && chosen[0] !== undefined ? fileProblem(wanted, chosen[0]) : null;
    // A file that is there already gives way to one that can be posted, and to no other.
    if (problem !== null && files.files.length > 0) return notify({ tone: 'destructive', title: problem });
    if (most === 1) files.clear();
    const room = most === 1 ? 1 : most - files.files.length;
    if (chosen.length > room)
      notify({
        tone: 'destructive',
        title:
          most === 1
            ? `A ${wanted === 'story' ? 'story can have one file' : 'post can have one video'}. We kept the first file.`
            : `A post can have at most ${most} images. We left out the others.`,
      });
    if (room > 0) files.add(wanted, chosen.slice(0, room));
  }

  function takeDropped(event: DragEvent) {
    const found = droppedFiles(event);
    if (found.length === 0) return notify({ tone: 'destructive', title: 'Drop files, not a folder.' });
    take(found);
  }

  return {
    take,
    takeDropped,
    /** Of the whole screen. A file dropped beside the field would open in place of it. */
    handlers: {
      onPaste: (event: ClipboardEvent) => {
        if (event.clipboardData.files.length === 0) return;
        event.preventDefault();
        take([...event.clipboardData.files]);
      },
      onDrop: (event: DragEvent) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        takeDropped(event);
      },
      onDragOver: (event: DragEvent) => {
        if (carriesFiles(event)) event.preventDefault();
      },
    },
  };
}
