import { useSelection } from './selection.ts';

/** So much of a post is read out where it is named among many. */
export const SPOKEN_LENGTH = 60;

/** Selects a post of the table, or all posts of a row. @param of what a screen reader calls it */
export function SelectBox({ ids, of }: { ids: readonly number[]; of: string }) {
  const { isOn, ids: selected, toggle } = useSelection();
  if (!isOn) return null;
  return (
    <label
      className={
        'inline-flex min-h-6 min-w-6 shrink-0 items-center justify-center pointer-coarse:min-h-11 ' +
        'pointer-coarse:min-w-11'
      }
    >
      <input
        type="checkbox"
        checked={ids.every((id) => selected.has(id))}
        onChange={({ nativeEvent }) => toggle(ids, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        className="size-4 shrink-0 accent-accent"
      />
      <span className="sr-only">Select: {of}</span>
    </label>
  );
}
