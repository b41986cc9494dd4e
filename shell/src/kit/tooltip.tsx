import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import { usePortalContainer } from './portal.tsx';

/** Source: spec section 9. */
const DELAY_MS = 700;

/** A short name beside what it explains. The child needs an accessible name of its own: tooltips don't exist on touch. */
export function Tooltip({ label, side = 'top', disabled = false, children }: {
  label: string; side?: 'top' | 'right' | 'bottom' | 'left'; disabled?: boolean; children: ReactElement;
}) {
  const container = usePortalContainer();
  return (
    <Base.Root disabled={disabled}>
      <Base.Trigger delay={DELAY_MS} render={children} />
      <Base.Portal container={container}>
        <Base.Positioner side={side} sideOffset={6} className="z-60">
          <Base.Popup className="rounded-control bg-ink px-2 py-1 text-xs font-medium text-canvas shadow-float">{label}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
