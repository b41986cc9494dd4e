/** The shape that all three kinds of dialog have in common. */
export const DialogFrame = {
  backdrop:
    'fixed inset-0 z-50 bg-black/45 transition-opacity duration-150 data-ending-style:opacity-0 ' +
    'data-starting-style:opacity-0',
  viewport: 'fixed inset-0 z-50 flex items-end justify-center sm:items-center sm:p-4',
  popup:
    'flex max-h-[92dvh] w-full flex-col gap-4 overflow-y-auto rounded-t-card border border-line bg-surface p-5 ' +
    'pb-[max(1.25rem,env(safe-area-inset-bottom))] text-ink shadow-float ' +
    'outline-none transition duration-150 ease-out data-ending-style:translate-y-2 data-ending-style:opacity-0 ' +
    'data-starting-style:translate-y-2 data-starting-style:opacity-0 sm:rounded-card sm:p-6',
  title: 'text-base font-semibold text-ink',
  description: 'mt-1 text-sm text-pretty text-ink-soft',
  footer: 'flex flex-col-reverse gap-2 sm:flex-row sm:justify-end',
} as const;
