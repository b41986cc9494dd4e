import type { ReactNode } from 'react';

/** Says what people see in the place of the released product: loud, so that nobody takes one for the other. */
export function StopBanner({
  label,
  icon,
  lines,
  stopAt,
  onStop,
}: {
  label: string;
  icon: ReactNode;
  lines: readonly string[];
  /** A page of its own, so that nothing of it is left. */
  stopAt: string;
  onStop?: () => void;
}) {
  return (
    <section aria-label={label} className="flex items-start gap-3 bg-warn px-4 py-2 font-medium text-warn-soft md:px-6">
      <span className="mt-1.5 shrink-0 *:size-4">{icon}</span>
      <ul className="min-w-0 grow py-1 wrap-anywhere">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <a
        href={stopAt}
        onClick={onStop}
        className={
          'inline-flex min-h-7 shrink-0 items-center rounded-control border border-current px-2.5 ' +
          'pointer-coarse:min-h-11'
        }
      >
        Stop
      </a>
    </section>
  );
}
