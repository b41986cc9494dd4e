import { useState } from 'react';
import { cn } from './cn.ts';

/** A picture, or the initials when there is none. Decorative: the name stands beside it. */
export function Avatar({ name, src, className }: { name: string; src?: string | undefined; className?: string }) {
  const [failedSrc, setFailedSrc] = useState<string | undefined>();
  const shape = cn(
    'inline-flex size-9 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold ' +
      'text-accent',
    className,
  );
  if (src === undefined || src === failedSrc)
    return (
      <span aria-hidden className={shape}>
        {initialsOf(name)}
      </span>
    );
  return <img src={src} alt="" className={cn(shape, 'object-cover')} onError={() => setFailedSrc(src)} />;
}

function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  return (
    [words[0], words.length > 1 ? words.at(-1) : undefined]
      .map((word) => Array.from(word ?? '')[0] ?? '')
      .join('')
      .toUpperCase() || '?'
  );
}
