import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { elementsWithPosts, POSTS, postsOf, useSelection } from './selection.ts';
import { useLongPress } from './use-long-press.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };
const CALENDAR_TILE = '[data-calendar-item]';
const GRID = '[role=gridcell]';

/**
 * Where posts are selected: with Ctrl or Shift and a click, with the keyboard, and with a finger that rests. Heard
 * before what is in it, which
 * does other things with the same keys and clicks.
 */
export function SelectionArea({ children }: { children: ReactNode }) {
  const selection = useSelection();
  const longPress = useLongPress((target) => {
    const ids = postsOf(target);
    // Where days have places of their own, a finger that rests drags.
    if (ids.length === 0 || target.closest(`label, input, ${GRID}`) !== null) return false;
    selection.toggle(ids);
    return true;
  });

  function handleClick(event: MouseEvent): void {
    if (longPress.endsWith(event)) return;
    const target = event.target as Element;
    const ids = postsOf(target);
    const withKey = event.shiftKey || event.ctrlKey || event.metaKey;
    // A box selects by itself, also with the keyboard.
    if (ids.length === 0 || target.closest('label, input') !== null) return;
    if (!withKey && (!selection.isOn || target.closest(CALENDAR_TILE) === null)) return;
    event.preventDefault();
    event.stopPropagation();
    selection.toggle(ids, event.shiftKey);
  }

  function handleKey(event: KeyboardEvent): void {
    const target = event.target as Element;
    if (!selection.isOn || target.closest('[role=dialog], [role=menu]') !== null) return;
    const step = STEPS[event.key];
    if (event.key === 'Escape') selection.turn(false);
    else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) selection.selectShown();
    else if (event.shiftKey && step !== undefined) extend(target, step, selection.toggle);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    // It adds a shortcut to what is in it, and is nothing to act on itself.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div
      className="contents pointer-coarse:select-none"
      {...longPress.handlers}
      onClickCapture={handleClick}
      onKeyDownCapture={handleKey}
    >
      {children}
    </div>
  );
}

/** Goes to the next post or the one before, and selects up to it. */
function extend(from: Element, step: number, toggle: (ids: readonly number[], isRange: boolean) => void): void {
  const all = elementsWithPosts();
  const next = all[all.findIndex((element) => element === from.closest(`[${POSTS}]`)) + step];
  if (next === undefined) return;
  const field = next.querySelector<HTMLElement>('input') ?? next;
  field.focus();
  toggle(postsOf(next), true);
}
