import { useId, type ReactNode } from 'react';
import { cn } from './cn.ts';

export function Card({
  title,
  description,
  actions,
  className,
  children,
}: {
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <section
      {...(title !== undefined && { 'aria-labelledby': id })}
      className={cn('min-w-0 rounded-card border border-line bg-surface p-5 sm:p-6', className)}
    >
      {(title !== undefined || actions !== undefined) && (
        <header className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            {title !== undefined && (
              <h2 id={id} className="text-base font-semibold">
                {title}
              </h2>
            )}
            {description !== undefined && <p className="mt-0.5 text-sm text-ink-soft">{description}</p>}
          </div>
          {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}
