import type { Edge } from '@pagecast/shell/kit';
import { useEffect, useRef, useState } from 'react';
import { FileRow } from './file-row.tsx';
import type { Files } from './use-files.ts';

/** The chosen files in their order, which buttons and dragging change. */
export function FileList({ files }: { files: Files }) {
  const list = useRef<HTMLOListElement>(null);
  const pressed = useRef<{ readonly key: string; readonly by: number } | null>(null);
  const [place, setPlace] = useState('');
  const { files: shown } = files;

  function move(key: string, to: number) {
    files.place(key, to);
    setPlace(`${shown.find((file) => file.key === key)?.name ?? ''} is now ${to + 1} of ${shown.length}.`);
  }
  function step(key: string, by: number) {
    pressed.current = { key, by };
    move(key, shown.findIndex((file) => file.key === key) + by);
  }
  function drop(key: string, beside: number, edge: Edge) {
    const from = shown.findIndex((file) => file.key === key);
    const gap = edge === 'before' ? beside : beside + 1;
    const to = from < gap ? gap - 1 : gap;
    if (to !== from) move(key, to);
  }

  // A row that is moved in the page loses the focus, and the button of a row at the end is out of use.
  useEffect(() => {
    if (pressed.current === null) return;
    const { key, by } = pressed.current;
    pressed.current = null;
    const buttonOf = (way: number) =>
      list.current?.querySelector<HTMLButtonElement>(`[data-file="${key}"] button[data-step="${way}"]:enabled`);
    (buttonOf(by) ?? buttonOf(-by))?.focus();
  }, [shown]);

  return (
    <>
      <ol ref={list} aria-label="Chosen files" className="flex flex-col gap-3">
        {shown.map((file, position) => (
          <FileRow
            key={file.key}
            file={file}
            position={position}
            count={shown.length}
            files={files}
            onStep={(by) => step(file.key, by)}
            onDrop={(dropped, edge) => drop(dropped, position, edge)}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {place}
      </p>
    </>
  );
}
