import { useMediaQuery } from '@pagecast/shell/kit';

/** There is no room for a grid of days: the calendar is an agenda. */
export const useIsNarrow = (): boolean => useMediaQuery('(max-width: 767.98px)');
