import { useState, type ReactNode } from 'react';
import { Button } from '../../kit/index.ts';

/** Whoever has more sees the first ones, and the rest at a press. */
const SHOWN = 8;

/** Rows of pages: some people have dozens, and what stands below should stay in reach. */
export function PageList<Page extends { id: number | string }>({
  pages,
  row,
}: {
  pages: readonly Page[];
  row: (page: Page) => ReactNode;
}) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? pages : pages.slice(0, SHOWN);
  return (
    <>
      <ul className="divide-y divide-line">{shown.map(row)}</ul>
      {pages.length > SHOWN && (
        <Button size="sm" className="mt-4" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? `Show ${SHOWN} only` : `Show all ${pages.length} pages`}
        </Button>
      )}
    </>
  );
}
