import { cn } from './cn.ts';

/** How far something is, of `max`. Drawn by hand: browsers colour their own bars as they like. */
export function ProgressBar({
  label,
  value,
  max = 1,
  className,
}: {
  label: string;
  value: number;
  max?: number;
  className?: string;
}) {
  return (
    <progress
      aria-label={label}
      max={max}
      value={value}
      className={cn(
        'block h-1.5 appearance-none overflow-hidden rounded-full border-0 bg-line ' +
          '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line',
        '[&::-webkit-progress-value]:bg-accent [&::-webkit-progress-value]:transition-[inline-size] ' +
          '[&::-webkit-progress-value]:duration-150',
        className,
      )}
    />
  );
}
