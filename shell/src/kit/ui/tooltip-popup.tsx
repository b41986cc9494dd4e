import { Tooltip as Base } from '@base-ui/react/tooltip';
import { usePortalContainer } from '../runtime/portal.tsx';

export interface TooltipPopupProps {
  open: boolean;
  onClose: () => void;
  anchor: Element | null;
  label: string;
  side: 'top' | 'right' | 'bottom' | 'left';
}

export function TooltipPopup({ open, onClose, anchor, label, side }: TooltipPopupProps) {
  const container = usePortalContainer();
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Base.Portal container={container}>
        {/* Its words are the child's own for whoever does not see them: on top, they would lie outside. */}
        <Base.Positioner
          aria-hidden
          anchor={anchor}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="pointer-events-none z-60"
        >
          <Base.Popup
            className={
              'max-w-(--available-width) rounded-control bg-ink px-2 py-1 text-xs font-medium text-pretty ' +
              'text-canvas shadow-float'
            }
          >
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
