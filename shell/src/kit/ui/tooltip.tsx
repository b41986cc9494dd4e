import {
  cloneElement,
  useEffect,
  useRef,
  useState,
  type DOMAttributes,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
} from 'react';
import { Late } from '../runtime/late.tsx';
import { lazyPart } from '../runtime/lazy-part.tsx';

/** Source: spec section 9. */
const DELAY_MS = 700;

const TooltipPopup = /* @__PURE__ */ lazyPart(async () => (await import('./tooltip-popup.tsx')).TooltipPopup);

/**
 * A short name beside what it explains. The child needs an accessible name of its own: there are no tooltips on touch.
 */
export function Tooltip({
  label,
  side = 'top',
  disabled = false,
  children,
}: {
  label: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  disabled?: boolean;
  children: ReactElement<DOMAttributes<Element>>;
}) {
  const { anchor, isOpen, openSoon, close } = useDelayedOpening(disabled);
  const { props } = children;
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: (event: PointerEvent) => {
          props.onPointerEnter?.(event);
          if (event.pointerType !== 'touch') openSoon(event.currentTarget);
        },
        onPointerLeave: (event: PointerEvent) => {
          props.onPointerLeave?.(event);
          close();
        },
        onPointerDown: (event: PointerEvent) => {
          props.onPointerDown?.(event);
          close();
        },
        onFocus: (event: FocusEvent) => {
          props.onFocus?.(event);
          if (event.currentTarget.matches(':focus-visible')) openSoon(event.currentTarget);
        },
        onBlur: (event: FocusEvent) => {
          props.onBlur?.(event);
          close();
        },
        onKeyDown: (event: KeyboardEvent) => {
          props.onKeyDown?.(event);
          if (event.key === 'Escape') close();
        },
      })}
      {anchor !== null && (
        <Late>
          <TooltipPopup open={isOpen && !disabled} onClose={close} anchor={anchor} label={label} side={side} />
        </Late>
      )}
    </>
  );
}

/** Opens once somebody has stayed for a while. */
function useDelayedOpening(disabled: boolean) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const openSoon = (target: Element) => {
    if (disabled) return;
    TooltipPopup.preload();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setAnchor(target);
      setIsOpen(true);
    }, DELAY_MS);
  };
  const close = () => {
    clearTimeout(timer.current);
    setIsOpen(false);
  };
  return { anchor, isOpen, openSoon, close };
}
