import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Movable } from '../use-moves.ts';
import type { Day } from './calendar-days.ts';

const POST = Symbol('post');
type Carried = Record<string | symbol, unknown>;
const postIn = (data: Carried) => data[POST] as Movable | undefined;

/** Lets a post be dragged by its tile. Answers whether it is being dragged. */
export function useDraggablePost(
  tile: RefObject<HTMLElement | null>,
  post: Movable,
  { isFixed }: { isFixed: boolean },
): boolean {
  const [isDragged, setIsDragged] = useState(false);
  const carried = useRef(post);
  useEffect(() => {
    carried.current = post;
  });
  useEffect(() => {
    if (tile.current === null || isFixed) return;
    return draggable({
      element: tile.current,
      getInitialData: () => ({ [POST]: carried.current }),
      onDragStart: () => setIsDragged(true),
      onDrop: () => setIsDragged(false),
    });
  }, [tile, isFixed]);
  return isDragged;
}

/**
 * Lets posts be dropped on a day, also on one that is over: then it is said why the post stays. Answers the post that
 * hovers over it.
 */
export function useDayTarget(
  cell: RefObject<HTMLElement | null>,
  day: Day,
  onDrop: (post: Movable, day: Day) => void,
): Movable | null {
  const [hovering, setHovering] = useState<Movable | null>(null);
  const drop = useRef(onDrop);
  useEffect(() => {
    drop.current = onDrop;
  });
  useEffect(() => {
    if (cell.current === null) return;
    return dropTargetForElements({
      element: cell.current,
      canDrop: ({ source }) => postIn(source.data) !== undefined,
      onDragEnter: ({ source }) => setHovering(postIn(source.data) ?? null),
      onDragLeave: () => setHovering(null),
      onDrop: ({ source }) => {
        setHovering(null);
        const post = postIn(source.data);
        if (post !== undefined) drop.current(post, day);
      },
    });
  }, [cell, day]);
  return hovering;
}
