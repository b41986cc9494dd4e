import { Button } from '@pagecast/shell/kit';
import { ChevronLeft, ChevronRight } from 'lucide-react';

/** Which post of how many, and the way to its neighbours. */
export function QueuePlace({ index, total, onGo }: { index: number; total: number; onGo: (to: number) => void }) {
  return (
    <nav aria-label="Posts to review" className="flex flex-wrap items-center justify-between gap-2">
      <Button aria-keyshortcuts="k" disabled={index === 0} onClick={() => onGo(index - 1)}>
        <ChevronLeft aria-hidden className="size-4" />
        Previous
      </Button>
      <p role="status" className="text-sm text-ink-soft tabular-nums">
        {index + 1} of {total}
      </p>
      <Button aria-keyshortcuts="j" disabled={index >= total - 1} onClick={() => onGo(index + 1)}>
        Next
        <ChevronRight aria-hidden className="size-4" />
      </Button>
    </nav>
  );
}
