import { pagePicturePath } from '@pagecast/api/contract';
import { useState } from 'react';
import { cn } from '../ui/cn.ts';
import type { PageMark } from './page-marks.ts';

const SHAPE = 'size-6 shrink-0 rounded-sm';

/** The picture of a page, or its mark where it has none. Decorative: the name stands beside it. */
export function PagePicture({ id, mark }: { id: number; mark: PageMark | undefined }) {
  const [hasFailed, setFailed] = useState(false);
  if (!hasFailed)
    return (
      <img
        src={pagePicturePath(id)}
        alt=""
        loading="lazy"
        onError={() => setFailed(true)}
        className={cn(SHAPE, 'bg-sunken object-cover')}
      />
    );
  return (
    <span
      aria-hidden
      className={cn(
        SHAPE,
        'inline-flex items-center justify-center overflow-hidden text-xs font-semibold text-accent-ink',
        mark?.chip,
      )}
    >
      {mark?.letters}
    </span>
  );
}
