import { useSearch } from '@pagecast/shell/kit';
import { PAGE_FILTERS, type PageFilter } from './page-filter.ts';

/** Filter pages are shown: it stands in the address. */
export function useWantedPages() {
  const [{ page: search = '', show }, setSearch] = useSearch();
  const filter: PageFilter = PAGE_FILTERS.find((name) => name === show) ?? 'all';
  return {
    wanted: { filter, search },
    find: (text: string) => setSearch({ page: text === '' ? null : text }, { replace: true }),
    filterBy: (name: PageFilter) => setSearch({ show: name === 'all' ? null : name }, { replace: true }),
  };
}
