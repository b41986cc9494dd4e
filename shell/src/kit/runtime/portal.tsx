import { CSPProvider } from '@base-ui/react/csp-provider';
import { createContext, useContext, useState, type ReactNode } from 'react';

/** Where dialogs, menus and tooltips mount; undefined means the end of the document. */
export const PortalContainer = createContext<HTMLElement | null | undefined>(undefined);

export function usePortalContainer(): HTMLElement | null | undefined {
  return useContext(PortalContainer);
}

/**
 * The root of a guest: its scoped styles reach everything below, and everything that floats mounts in the second
 * element, which carries the same mark. Base UI writes no style elements, because the content security policy forbids
 * them.
 */
export function PortalRoot({ name, children }: { name: string; children: ReactNode }) {
  const [container, setContainer] = useState<HTMLElement | null>(null);
  return (
    <CSPProvider disableStyleElements>
      <PortalContainer value={container}>
        <div data-remote={name}>{children}</div>
        <div data-remote={name} ref={setContainer} />
      </PortalContainer>
    </CSPProvider>
  );
}
