import { Button, Menu, MenuItem, SearchField, SegmentedControl } from '@pagecast/shell/kit';
import { ChevronDown, Power, PowerOff, SlidersHorizontal } from 'lucide-react';
import type { PageFilter } from './page-filter.ts';

/** Finds pages among many, and changes all that are found at once. */
export function PageToolbar({ search, onSearch, filter, onFilter, counts, shown, onEnable, onChangeMany }: {
  search: string; onSearch: (search: string) => void; filter: PageFilter; onFilter: (filter: PageFilter) => void;
  counts: Record<PageFilter, number>; shown: number; onEnable: (isEnabled: boolean) => void; onChangeMany: () => void;
}) {
  const options = [
    { value: 'all', label: `All ${counts.all}` }, { value: 'enabled', label: `On ${counts.enabled}` },
    { value: 'disabled', label: `Off ${counts.disabled}` }, { value: 'attention', label: `Need attention ${counts.attention}` },
  ] as const;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField label="Find a page" value={search} onSearch={onSearch} className="min-w-48 grow basis-48" />
      <SegmentedControl label="Which pages" value={filter} onValueChange={onFilter} options={options} />
      <Menu trigger={<Button icon={<ChevronDown aria-hidden />} disabled={shown === 0}>{shown === 1 ? 'The page shown' : `All ${shown} shown`}</Button>}>
        <MenuItem icon={<Power aria-hidden />} onSelect={() => onEnable(true)}>Switch on</MenuItem>
        <MenuItem icon={<PowerOff aria-hidden />} onSelect={() => onEnable(false)}>Switch off</MenuItem>
        <MenuItem icon={<SlidersHorizontal aria-hidden />} onSelect={onChangeMany}>Set up together...</MenuItem>
      </Menu>
    </div>
  );
}
