import { Image } from 'lucide-react';
import { useState, type CSSProperties } from 'react';
import { cn } from './cn.ts';

/** A picture, or a sign of one where the browser cannot show it: broken, or of a kind that only the server can read. */
export function Picture({
  src,
  alt,
  className,
  style,
}: {
  src: string;
  alt: string;
  className?: string | undefined;
  style?: CSSProperties | undefined;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  if (failed !== src)
    return (
      <img
        src={src}
        alt={alt}
        onError={() => setFailed(src)}
        className={cn('bg-sunken object-cover', className)}
        style={style}
      />
    );
  const said = alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt };
  return (
    <span
      {...said}
      className={cn('flex min-h-12 items-center justify-center bg-sunken text-ink-soft', className)}
      style={style}
    >
      <Image aria-hidden className="size-6 stroke-1" />
    </span>
  );
}
