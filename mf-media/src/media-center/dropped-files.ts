import type { DragEvent } from 'react';

/** Files from outside, and not a row of our own that is being moved. */
export function carriesFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files');
}

/** The files of a drop; a folder among them looks like a file, and cannot be read. */
export function droppedFiles({ dataTransfer: { items, files } }: DragEvent): File[] {
  const folders = [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry()?.isDirectory === true);
  return [...files].filter((_, index) => folders[index] !== true);
}
