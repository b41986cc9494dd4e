import { useCallback, useEffect, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';

const COLUMNS = 7;
const ITEM = '[data-calendar-item]';
const keyOf = (element: Element | null) => element?.closest(ITEM)?.getAttribute('data-calendar-item') ?? null;

type Grid = RefObject<HTMLElement | null>;

interface Keys {
  /** Shift and an arrow on an item: move what it stands for by so many days. */
  onShift: (key: string, days: number) => void;
  /** Page Up and Page Down. */
  onStep: (step: 1 | -1) => void;
}

/**
 * One stop of the Tab key for a whole calendar; arrows go from item to item. Items are elements with
 * `data-calendar-item`, in cells with `data-day`, seven in a row.
 */
export function useRovingFocus(grid: Grid, { onShift, onStep }: Keys) {
  const find = useCallback(
    (key: string) => grid.current?.querySelector<HTMLElement>(`[data-calendar-item="${key}"]`) ?? null,
    [grid],
  );
  const makeStop = useTabStop(grid);
  const { keep, release } = useKeptFocus(find);

  const focus = useCallback(
    (key: string): boolean => {
      const item = find(key);
      item?.focus();
      item?.scrollIntoView({ block: 'nearest' });
      return item !== null;
    },
    [find],
  );

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    const key = keyOf(event.target as Element);
    if (key === null || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'PageUp' || event.key === 'PageDown') {
      event.preventDefault();
      return onStep(event.key === 'PageUp' ? -1 : 1);
    }
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    if (event.shiftKey) {
      keep(key);
      return onShift(key, step);
    }
    neighbour(grid.current, event.target as Element, event.key)?.focus();
  }

  function handleFocus(event: { target: Element }) {
    const key = keyOf(event.target);
    if (key === null) return;
    release(key);
    makeStop(key);
  }

  return {
    /** Puts the focus on an item; false when it is not drawn. */
    focus,
    find,
    /** Keeps the focus on this item wherever it is drawn next, until somebody acts. */
    keep,
    handlers: { onKeyDown: handleKeyDown, onFocus: handleFocus },
  };
}

/** Lets one item be the stop of the Tab key: the one that had the focus last, or else one of today, or the first. */
function useTabStop(grid: Grid): (key: string) => void {
  const current = useRef<string | null>(null);
  const items = () => [...(grid.current?.querySelectorAll<HTMLElement>(ITEM) ?? [])];

  // React never touches this attribute after the first drawing, so it may be set from here.
  useLayoutEffect(() => {
    const all = items();
    const stop =
      all.find((item) => keyOf(item) === current.current) ??
      all.find((item) => item.closest('[aria-current]') !== null) ??
      all[0];
    for (const item of all) item.tabIndex = item === stop ? 0 : -1;
  });

  return (key) => {
    current.current = key;
    for (const item of items()) item.tabIndex = keyOf(item) === key ? 0 : -1;
  };
}

/** What has to have the focus although it is about to be drawn anew elsewhere; a press anywhere ends that. */
function useKeptFocus(find: (key: string) => HTMLElement | null) {
  const kept = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (kept.current !== null && document.activeElement === document.body) find(kept.current)?.focus();
  });
  useEffect(() => {
    const forget = () => {
      kept.current = null;
    };
    document.addEventListener('pointerdown', forget, true);
    return () => document.removeEventListener('pointerdown', forget, true);
  }, []);
  return {
    keep: (key: string) => {
      kept.current = key;
    },
    /** Another item than the kept one has it by now. */
    release: (key: string) => {
      if (kept.current !== key) kept.current = null;
    },
  };
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS };

/** Sideways to the neighbouring days, up and down through the items of a day and on to the week before or after. */
function neighbour(grid: HTMLElement | null, from: Element, key: string): HTMLElement | undefined {
  const cells = [...(grid?.querySelectorAll<HTMLElement>('[data-day]') ?? [])];
  const cell = from.closest<HTMLElement>('[data-day]');
  const itemsOf = (of: HTMLElement | undefined | null) => [...(of?.querySelectorAll<HTMLElement>(ITEM) ?? [])];
  if (cell === null) return undefined;
  const [place, line] = [cells.indexOf(cell), itemsOf(cell).findIndex((item) => item === from.closest(ITEM))];
  const isUpright = key === 'ArrowUp' || key === 'ArrowDown';
  const direction = key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 1;
  if (isUpright) {
    const within = itemsOf(cell)[line + direction];
    if (within !== undefined) return within;
    const other = itemsOf(cells[place + direction * COLUMNS]);
    return direction === 1 ? other[0] : other.at(-1);
  }
  // A day without anything to land on is passed over.
  for (let next = place + direction; next >= 0 && next < cells.length; next += direction) {
    const items = itemsOf(cells[next]);
    if (items.length > 0) return items[Math.min(line, items.length - 1)];
  }
  return undefined;
}
