import type { ReactNode } from 'react';
import { Logo } from './logo.tsx';

/** One card on the canvas, the mark above, quiet links below. */
export function CenteredCard({ title, footer, children }: { title: string; footer?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col items-center justify-center gap-6 p-4">
      <header className="flex items-center gap-3">
        <Logo className="size-9" />
        <span className="text-lg font-semibold">Pagecast</span>
      </header>
      <main
        className={
          'flex w-full max-w-md flex-col gap-5 rounded-card border border-line bg-surface p-6 text-center ' + 'sm:p-8'
        }
      >
        <h1 tabIndex={-1} className="text-xl font-semibold">
          {title}
        </h1>
        {children}
      </main>
      {footer}
    </div>
  );
}
