import type { ReactNode } from 'react';
import { useStickyBar } from './use-sticky-bar.ts';

/** The shape that all kinds of dialog have in common. */
export const DialogFrame = {
  backdrop:
    'fixed inset-0 z-50 bg-black/45 transition-opacity duration-150 data-ending-style:opacity-0 ' +
    'data-starting-style:opacity-0',
  viewport: 'fixed inset-0 z-50 flex items-end justify-center sm:items-center sm:p-4',
  popup:
    'flex max-h-[92dvh] w-full flex-col gap-4 overflow-y-auto rounded-t-card border border-line bg-surface p-5 ' +
    'pb-[max(1.25rem,env(safe-area-inset-bottom))] text-ink shadow-float ' +
    // What takes the focus stops short of the buttons: `useStickyBar` says how high they are.
    'scroll-pb-[calc(var(--bar-bottom)+0.5rem)] [--bar-bottom:0px] ' +
    'outline-none transition duration-150 ease-out data-ending-style:translate-y-2 data-ending-style:opacity-0 ' +
    'data-starting-style:translate-y-2 data-starting-style:opacity-0 sm:rounded-card sm:p-6',
  title: 'text-base font-semibold text-ink',
  description: 'mt-1 text-sm text-pretty text-ink-soft',
} as const;

/** The ways out of a dialog, in sight however long it is. What scrolls under them fades out in the gap above. */
export function DialogFooter({ children }: { children: ReactNode }) {
  const bar = useStickyBar('bottom');
  return (
    <div
      ref={bar}
      className={
        // To the edges of the dialog, over its padding, which a sticky box would keep clear of.
        '[--below:max(1.25rem,env(safe-area-inset-bottom))] sm:[--below:1.5rem] ' +
        'sticky -bottom-(--below) z-10 -mx-5 -mt-4 -mb-(--below) flex flex-col-reverse gap-2 px-5 pt-4 pb-(--below) ' +
        'bg-[linear-gradient(to_top,var(--color-surface)_calc(100%-1rem),transparent)] ' +
        'sm:-mx-6 sm:flex-row sm:justify-end sm:px-6'
      }
    >
      {children}
    </div>
  );
}
