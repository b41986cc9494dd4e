import { checkSheetImages, type GivenReading } from '@pagecast/api/contract';
import { callApi } from '@pagecast/shell/kit';
import { useCallback, useEffect, useState } from 'react';

/** How far the images of a sheet are fetched. */
export interface ImagesFetched {
  /** null: none are being fetched. */
  readonly left: number | null;
  readonly error: unknown;
  retry(): void;
}

/**
 * Has the images of a sheet fetched, a few with each call, as long as some are pending.
 * @param onDone hears when the last one is there
 */
export function useSheetImages(
  id: number,
  reading: GivenReading,
  { pending, onDone }: { pending: number; onDone: () => unknown },
): ImagesFetched {
  const [left, setLeft] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  const isNeeded = pending > 0;

  useEffect(() => {
    if (!isNeeded) return undefined;
    const gone = new AbortController();
    const fetchAll = async () => {
      for (let more = 1; more > 0 && !gone.signal.aborted;) {
        const answer = await callApi(checkSheetImages, {
          params: { id },
          body: { reading },
          signal: gone.signal,
        });
        more = answer.pending;
        setLeft(more);
      }
      if (!gone.signal.aborted) onDone();
    };
    fetchAll().catch((cause: unknown) => {
      if (!gone.signal.aborted) setError(cause);
    });
    return () => gone.abort();
    // Each reading begins anew: another column may hold the images.
  }, [id, reading, isNeeded, tries, onDone]);

  const retry = useCallback(() => {
    setError(null);
    setTries((before) => before + 1);
  }, []);
  return { left: isNeeded ? (left ?? pending) : null, error, retry };
}
