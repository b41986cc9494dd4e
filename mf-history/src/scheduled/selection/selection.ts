import { createContext, createElement, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';

/** Which posts are selected, to do the same with all of them. */
export interface Selection {
  readonly isOn: boolean;
  readonly ids: ReadonlySet<number>;
  /** All that match the filters, also those that are not loaded. */
  readonly isAllMatching: boolean;
  /** Those that the list or the calendar holds, in its order. */
  readonly shown: readonly number[];
  /** Selects these posts or takes them off; with `isRange` all up to them. */
  toggle: (ids: readonly number[], isRange?: boolean) => void;
  selectShown: () => void;
  selectAllMatching: () => void;
  /** Only these stay selected. */
  keep: (ids: readonly number[]) => void;
  turn: (isOn: boolean) => void;
  offer: (ids: readonly number[]) => void;
}

/** The posts that an element stands for: ids, with commas. */
export const POSTS = 'data-posts';
export const postsOf = (element: Element | null): number[] =>
  (element?.closest(`[${POSTS}]`)?.getAttribute(POSTS) ?? '').split(',').filter(Boolean).map(Number);
/** All elements that stand for posts, in their order on the screen. */
export const elementsWithPosts = () => [...document.querySelectorAll<HTMLElement>(`[${POSTS}]`)];

const NOBODY: ReadonlySet<number> = new Set();
const NONE = { isOn: false, ids: NOBODY, isAllMatching: false };

function useSelectedPosts(): Selection {
  const [state, setState] = useState(NONE);
  const [shown, offer] = useState<readonly number[]>([]);
  const anchor = useRef<number | null>(null);

  function toggle(ids: readonly number[], isRange = false): void {
    const range = isRange ? between(anchor.current, ids) : null;
    setState(({ ids: before, isAllMatching }) => {
      const next = new Set(isAllMatching ? shown : before);
      const isSelected = ids.every((id) => next.has(id));
      for (const id of range ?? ids) {
        if (range === null && isSelected) next.delete(id);
        else next.add(id);
      }
      return { isOn: true, ids: next, isAllMatching: false };
    });
    if (range === null) anchor.current = ids[0] ?? null;
  }

  return {
    ...state,
    shown,
    offer,
    toggle,
    selectShown: () => setState({ isOn: true, ids: new Set([...state.ids, ...shown]), isAllMatching: false }),
    selectAllMatching: () => setState({ isOn: true, ids: new Set(shown), isAllMatching: true }),
    keep: (ids) => setState({ isOn: true, ids: new Set(ids), isAllMatching: false }),
    turn: (isOn) => setState({ ...NONE, isOn }),
  };
}

/** Posts from the one that was selected last up to these; null when that one is not on the screen. */
function between(anchor: number | null, to: readonly number[]): number[] | null {
  const order = elementsWithPosts().map(postsOf);
  const places = [
    order.findIndex((ids) => ids.includes(anchor ?? 0)),
    order.findIndex((ids) => ids.includes(to[0] ?? 0)),
  ];
  if (places.includes(-1)) return null;
  return order.slice(Math.min(...places), Math.max(...places) + 1).flat();
}

const nothing = () => {};
const SelectionContext = createContext<Selection>({
  ...NONE,
  shown: [],
  toggle: nothing,
  selectShown: nothing,
  selectAllMatching: nothing,
  keep: nothing,
  turn: nothing,
  offer: nothing,
});
/** What a row or a tile has to know. Apart from the rest: hundreds are not drawn anew when others are shown. */
const MarkedContext = createContext<Pick<Selection, 'isOn' | 'ids'>>(NONE);
const OfferContext = createContext<Selection['offer']>(nothing);

/** Holds the selection of what is in it. */
export function SelectionProvider({ children }: { children: ReactNode }) {
  const selection = useSelectedPosts();
  const { isOn, ids, offer } = selection;
  const marked = useMemo(() => ({ isOn, ids }), [isOn, ids]);
  const within = createElement(
    MarkedContext,
    { value: marked },
    createElement(OfferContext, { value: offer }, children),
  );
  return createElement(SelectionContext, { value: selection }, within);
}

/** Nothing can be selected where nobody provides for it. */
export const useSelection = () => useContext(SelectionContext);

/** Which posts are selected, for one of the many that may be. */
export const useMarked = () => useContext(MarkedContext);

/** Says which posts a list or a calendar holds, for those who select all of them. */
export function useShownPosts(ids: readonly number[]): void {
  const offer = useContext(OfferContext);
  const key = ids.join(',');
  useEffect(() => {
    offer(key === '' ? [] : key.split(',').map(Number));
  }, [key, offer]);
}
