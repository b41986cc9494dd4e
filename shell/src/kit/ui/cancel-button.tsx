import { createContext, useContext } from 'react';
import { Button } from './button.tsx';

/** Closes the window around it, as Escape does: it asks first where something was typed. */
export const CloseWindow = createContext<(() => void) | null>(null);

/** The way out of a window with a form. */
export function CancelButton() {
  const close = useContext(CloseWindow);
  if (close === null) throw new Error('This part needs a Dialog around it');
  return <Button onClick={close}>Cancel</Button>;
}
