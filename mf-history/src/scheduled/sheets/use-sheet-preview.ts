import { previewSheet, type GivenReading, type Sheet } from '@pagecast/api/contract';
import { apiQuery } from '@pagecast/shell/kit';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSheetImages } from './use-sheet-images.ts';

/** Which rows are shown. */
export interface ShownRows {
  readonly page: number;
  readonly only?: 'problems';
}

/**
 * How a sheet is read, what its rows become by that, and how far its images are.
 * @param isImporting nothing is asked of a sheet that is being imported: it is gone once its posts are made, which is
 *   told to every screen before the answer is here
 */
export function useSheetPreview({ id, reading: guessed }: Sheet, { isImporting }: { isImporting: boolean }) {
  const [reading, setReading] = useState<GivenReading>(guessed);
  const [shown, setShown] = useState<ShownRows>({ page: 1 });
  const client = useQueryClient();
  const asked = apiQuery(previewSheet, { params: { id }, body: { reading, ...shown } });
  const query = useQuery({ ...asked, placeholderData: keepPreviousData, enabled: !isImporting });
  const images = useSheetImages(id, reading, {
    pending: query.isPlaceholderData ? 0 : (query.data?.images.pending ?? 0),
    onDone: query.refetch,
  });
  return {
    reading,
    setReading: (change: Partial<GivenReading>) => {
      setReading((before) => ({ ...before, ...change }));
      setShown({ page: 1 });
    },
    shown,
    setShown,
    query,
    images,
    /** A row says something else by now, and there may be a column for it. */
    onMended: (columns: GivenReading['columns']) => {
      setReading((before) => ({ ...before, columns }));
      void client.invalidateQueries({ queryKey: asked.queryKey.slice(0, -1) });
    },
  };
}
