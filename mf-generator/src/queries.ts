import { facebookConfig, listPages } from '@pagecast/api/contract';
import { apiQuery } from '@pagecast/shell/kit';
import { queryOptions } from '@tanstack/react-query';

export const config = () => apiQuery(facebookConfig);
export const pages = () => apiQuery(listPages);
/** Pages of others for which this person proposes. Most people work alone: what it takes comes after the screen. */
export const sharedPages = () =>
  queryOptions({
    queryKey: [listPages.resource, 'to propose for'],
    queryFn: async ({ signal }) => (await import('./compose/shared/to-propose-for.ts')).pagesToProposeFor(signal),
  });
