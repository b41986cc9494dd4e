import { listDataExports, type DataExport } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../../kit/index.ts';

/** Somebody may be looking at how far it is. */
const POLL_MS = 3000;

export const isUnderWay = ({ state }: DataExport): boolean => state === 'waiting' || state === 'making';

/** What became of the newest, and the newest that can be downloaded: what comes after it may fail. */
export function shownOf([newest, ...older]: readonly DataExport[]): DataExport[] {
  if (newest === undefined) return [];
  const ready = newest.state === 'ready' ? undefined : older.find(({ state }) => state === 'ready');
  return ready === undefined ? [newest] : [newest, ready];
}

/** The person's exports, the newest first; asked for again while one is being made. */
export function useExports() {
  return useQuery({
    ...apiQuery(listDataExports),
    refetchInterval: ({ state }) => (state.data?.exports.some(isUnderWay) === true ? POLL_MS : false),
  });
}
