import { Skeleton } from '../ui/screen-parts.tsx';
import { LIBRARY_GRID } from './library-tile.tsx';

/** The places of tiles, until they come. */
export function LibraryGridSkeleton({ count }: { count: number }) {
  return (
    <div aria-busy="true" className={LIBRARY_GRID}>
      <span className="sr-only">Loading</span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index}>
          <Skeleton className="aspect-square rounded-card" />
          <Skeleton className="mt-1 h-4 w-2/3" />
        </div>
      ))}
    </div>
  );
}
