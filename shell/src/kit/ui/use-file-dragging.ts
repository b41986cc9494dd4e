import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, useState, type RefObject } from 'react';

const FILE = Symbol('file');
const EDGE = Symbol('edge');
export type Edge = 'before' | 'after';
type Carried = Record<string | symbol, unknown>;
const fileIn = (data: Carried) => data[FILE] as string | undefined;
const edgeIn = (data: Carried) => data[EDGE] as Edge;

interface Dragging {
  readonly isDragged: boolean;
  /** Where the file that hovers over this one would come to stand. */
  readonly edge: Edge | null;
}

/**
 * Lets the row of a file be dragged by its grip, and others be dropped beside it.
 * @param onDrop hears the key of the dropped one
 */
export function useFileDragging(
  row: RefObject<HTMLElement | null>,
  grip: RefObject<HTMLElement | null>,
  key: string,
  { isMovable, onDrop }: { isMovable: boolean; onDrop: (dropped: string, edge: Edge) => void },
): Dragging {
  const [isDragged, setDragged] = useState(false);
  const [edge, setEdge] = useState<Edge | null>(null);
  const drop = useRef(onDrop);
  useEffect(() => {
    drop.current = onDrop;
  });
  useEffect(() => {
    if (row.current === null || grip.current === null || !isMovable) return;
    return combine(
      draggable({
        element: row.current,
        dragHandle: grip.current,
        getInitialData: () => ({ [FILE]: key }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element: row.current,
        canDrop: ({ source }) => fileIn(source.data) !== undefined && fileIn(source.data) !== key,
        getData: ({ input, element }) => {
          const { top, height } = element.getBoundingClientRect();
          return { [EDGE]: input.clientY < top + height / 2 ? 'before' : ('after' satisfies Edge) };
        },
        onDrag: ({ self }) => setEdge(edgeIn(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: ({ source, self }) => {
          setEdge(null);
          const dropped = fileIn(source.data);
          if (dropped !== undefined) drop.current(dropped, edgeIn(self.data));
        },
      }),
    );
  }, [row, grip, key, isMovable]);
  return { isDragged, edge };
}
