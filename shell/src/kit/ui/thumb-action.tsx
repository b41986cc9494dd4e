import type { ReactNode } from 'react';
import { useMediaQuery } from './use-media-query.ts';
import { useStickyBar } from './use-sticky-bar.ts';

/**
 * The main action of a screen: beside its heading, and on a phone where the thumb is. The screen leaves room below
 * itself for it.
 */
export function ThumbAction({ children }: { children: ReactNode }) {
  const bar = useStickyBar('bottom');
  const isPhone = useMediaQuery('(max-width: 639px)');
  return (
    <div
      ref={isPhone ? bar : null}
      className={
        'max-sm:pointer-events-none max-sm:fixed max-sm:right-0 max-sm:bottom-0 max-sm:z-20 max-sm:p-4 ' +
        'max-sm:*:pointer-events-auto max-sm:*:shadow-float'
      }
    >
      {children}
    </div>
  );
}
