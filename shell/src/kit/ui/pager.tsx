import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { pageWindow } from './page-window.ts';

/** Nothing when there is one page only. Source: spec section 2, Post History. */
export function Pager({
  current,
  pages,
  onPage,
  label = 'Pagination',
}: {
  current: number;
  pages: number;
  onPage: (pageNumber: number) => void;
  /** Tells the pagers of one screen apart. */
  label?: string;
}) {
  if (pages <= 1) return null;
  return (
    <nav aria-label={label} className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="text-ink-soft">
        Page {current} of {pages}
      </p>
      <div className="flex flex-wrap items-center gap-1">
        <Button size="sm" disabled={current <= 1} onClick={() => onPage(current - 1)}>
          Previous
        </Button>
        {pageWindow(current, pages).map((number) => (
          <Button
            key={number}
            size="sm"
            variant={number === current ? 'primary' : 'ghost'}
            className={cn('min-w-8 max-sm:hidden', number === current && 'max-sm:inline-flex')}
            aria-label={`Page ${number}`}
            aria-current={number === current ? 'page' : undefined}
            onClick={() => onPage(number)}
          >
            {number}
          </Button>
        ))}
        <Button size="sm" disabled={current >= pages} onClick={() => onPage(current + 1)}>
          Next
        </Button>
      </div>
    </nav>
  );
}
