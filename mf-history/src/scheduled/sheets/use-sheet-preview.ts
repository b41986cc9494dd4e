import { previewSheet, type GivenReading, type Sheet } from '@pagecast/api/contract';
import { apiQuery } from '@pagecast/shell/kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSheetImages } from './use-sheet-images.ts';

/** Which rows are shown. */
export interface ShownRows {
  readonly page: number;
  readonly only?: 'problems';
}

/** How a sheet is read, what its rows become by that, and how far its images are. */
export function useSheetPreview({ id, reading: guessed }: Sheet) {
  const [reading, setReading] = useState<GivenReading>(guessed);
  const [shown, setShown] = useState<ShownRows>({ page: 1 });
  const query = useQuery({
    ...apiQuery(previewSheet, { params: { id }, body: { reading, ...shown } }),
    placeholderData: keepPreviousData,
  });
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
  };
}
