import { Problem, Skeleton } from '@pagecast/shell/kit';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

/**
 * What a card shows of its data: rows that stand in, what went wrong, or the data. A failed refresh leaves what was there.
 * @param rowClassName gives a row that stands in the height of one that comes
 */
export function Loaded<Data>({
  query,
  rows = 3,
  rowClassName,
  children,
}: {
  query: UseQueryResult<Data>;
  rows?: number;
  rowClassName?: string;
  children: (data: Data) => ReactNode;
}) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error)
    return (
      <Problem
        error={error}
        onRetry={() => {
          void refetch();
        }}
      />
    );
  return <Skeleton rows={rows} {...(rowClassName !== undefined && { rowClassName })} />;
}
