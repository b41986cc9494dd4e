import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react';

/** A little before systems take a long press for themselves. */
const LONG_MS = 450;
/** A finger that moves further than this scrolls. */
const STILL_PX = 10;

/**
 * What a finger that rests does on a phone, without anything done to scrolling: a finger that moves, a second one, and
 * what the system takes for a drag end it. The click that follows such a press is not one.
 * @param onLongPress hears on what the finger rests; false when that is nothing to it
 */
export function useLongPress(onLongPress: (target: Element) => boolean) {
  const press = useRef<{ timer: number; x: number; y: number } | null>(null);
  const isOver = useRef(false);

  function end(): void {
    if (press.current !== null) window.clearTimeout(press.current.timer);
    press.current = null;
  }
  useEffect(() => end, []);

  function begin({ target, pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent): void {
    end();
    isOver.current = false;
    if (pointerType !== 'touch' || !isPrimary) return;
    const timer = window.setTimeout(() => {
      press.current = null;
      isOver.current = onLongPress(target as Element);
    }, LONG_MS);
    press.current = { timer, x, y };
  }

  function move({ clientX, clientY }: PointerEvent): void {
    if (press.current === null) return;
    if (Math.hypot(clientX - press.current.x, clientY - press.current.y) > STILL_PX) end();
  }

  /** @returns whether it belongs to a long press, and nobody else is to hear of it */
  function isPartOf(event: MouseEvent): boolean {
    if (!isOver.current) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  return {
    /** For the click, which comes when the finger is lifted. */
    endsWith(event: MouseEvent): boolean {
      const isPart = isPartOf(event);
      isOver.current = false;
      return isPart;
    },
    handlers: {
      onPointerDownCapture: begin,
      onPointerMoveCapture: move,
      onPointerUpCapture: end,
      onPointerCancelCapture: end,
      onContextMenuCapture: isPartOf,
      onDragStartCapture: isPartOf,
    },
  };
}
