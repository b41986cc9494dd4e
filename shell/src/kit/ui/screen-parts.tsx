import { Check, Copy, Inbox, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { reasonOf } from '../runtime/api-error.ts';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

/** The one h1 of a screen; the shell moves the focus here after a navigation. */
export function ScreenHeading({
  title,
  subtitle,
  badge,
  action,
  id,
}: {
  title: string;
  subtitle?: ReactNode;
  badge?: ReactNode;
  action?: ReactNode;
  id?: string;
}) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 id={id} tabIndex={-1} className="min-w-0 text-2xl font-semibold">
            {title}
          </h1>
          {badge}
        </div>
        {subtitle !== undefined && <p className="mt-1 max-w-[72ch] text-ink-soft">{subtitle}</p>}
      </div>
      {action !== undefined && <div className="flex flex-wrap items-center gap-2">{action}</div>}
    </header>
  );
}

/** One sentence on what will be here, and the one action that fills it. */
export function EmptyState({
  icon = <Inbox />,
  action,
  children,
}: {
  icon?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-5 text-center sm:py-10 text-ink-soft">
      <span aria-hidden className="[&_svg]:size-8 [&_svg]:stroke-1">
        {icon}
      </span>
      <p className="max-w-[56ch]">{children}</p>
      {action}
    </div>
  );
}

/**
 * Stands in with the measures of what comes: `rows` lines of a list, or one shape given by `className`.
 * @param rowClassName the height of a line, where it is not that of a card
 */
export function Skeleton({
  rows,
  rowClassName = 'h-16',
  className,
}: {
  rows?: number;
  rowClassName?: string;
  className?: string;
}) {
  if (rows === undefined)
    return <div aria-hidden className={cn('animate-glow rounded-control bg-line/70', className)} />;
  return (
    <div aria-busy="true" className={cn('flex flex-col gap-3', className)}>
      <span className="sr-only">Loading</span>
      {Array.from({ length: rows }, (_, index) => (
        <div
          key={index}
          aria-hidden
          data-skeleton-row
          className={cn('animate-glow rounded-card bg-line/70', rowClassName)}
        />
      ))}
    </div>
  );
}

/** What happened, in place of what could not be shown. */
export function Problem({
  error,
  title = "We couldn't load this",
  onRetry,
  retryLabel = 'Retry',
}: {
  error: unknown;
  title?: string;
  onRetry?: () => void;
  retryLabel?: string;
}) {
  const requestId =
    typeof error === 'object' && error !== null && 'requestId' in error && typeof error.requestId === 'string'
      ? error.requestId
      : null;
  return (
    <div
      role="alert"
      className={
        'flex flex-col items-start gap-3 rounded-card border border-line bg-surface p-5 sm:flex-row ' +
        'sm:items-center'
      }
    >
      <TriangleAlert aria-hidden className="size-5 shrink-0 text-bad" />
      <div className="min-w-0 grow">
        <p className="font-medium">{title}</p>
        <p className="text-ink-soft">{reasonOf(error, 'Something went wrong on this screen.')}</p>
        {requestId !== null && <RequestId id={requestId} />}
      </div>
      {onRetry !== undefined && <Button onClick={onRetry}>{retryLabel}</Button>}
    </div>
  );
}

function RequestId({ id }: { id: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    void navigator.clipboard.writeText(id).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={`Copy request ID ${id}`}
      className={
        'mt-1 inline-flex min-h-6 items-center gap-1.5 rounded-sm text-left font-mono text-xs wrap-anywhere ' +
        'text-ink-soft hover:text-ink [&_svg]:shrink-0'
      }
    >
      {copied ? <Check aria-hidden className="size-3.5" /> : <Copy aria-hidden className="size-3.5" />}
      {id}
      {copied && <span className="font-sans">copied</span>}
    </button>
  );
}
