import { useState, type ReactNode } from 'react';
import { LateWindow } from '../runtime/late-window.tsx';

interface EverOpenProps {
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Asks for a late window with its first opening, and keeps it from then on, so that its closing can be animated. */
export function EverOpen({ open, onClose, children }: EverOpenProps) {
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  if (!open && !wasOpen) return null;
  // One that did not come is asked for again by the next opening.
  const handleMissing = () => {
    setWasOpen(false);
    onClose();
  };
  return <LateWindow onClose={handleMissing}>{children}</LateWindow>;
}
