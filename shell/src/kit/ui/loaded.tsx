import type { ReactNode } from 'react';
import { Problem, Skeleton } from './screen-parts.tsx';
import { WaitsForConnection } from './waits-for-connection.tsx';

interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly fetchStatus: 'fetching' | 'paused' | 'idle';
  readonly refetch: () => Promise<unknown>;
}

/**
 * What a query shows: its place while it loads, that it waits for a connection, the problem with a way to try again, or
 * what it brought. A refresh that fails leaves what was there.
 * @param empty shown in place of an answer that is empty; null for one that is not
 */
export function Loaded<Data>({
  query: { data, error, isPending, fetchStatus, refetch },
  rows = 5,
  skeleton = <Skeleton rows={rows} />,
  problemTitle,
  empty = () => null,
  children,
}: {
  query: Query<Data>;
  rows?: number;
  skeleton?: ReactNode;
  problemTitle?: string;
  empty?: (data: Data) => ReactNode;
  children: (data: Data) => ReactNode;
}) {
  if (data !== undefined) return empty(data) ?? children(data);
  if (isPending) return fetchStatus === 'paused' ? <WaitsForConnection /> : skeleton;
  return (
    <Problem
      error={error}
      {...(problemTitle !== undefined && { title: problemTitle })}
      onRetry={() => {
        void refetch();
      }}
    />
  );
}
