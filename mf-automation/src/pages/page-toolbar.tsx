import { Button, SearchField, SegmentedControl } from '@pagecast/shell/kit';
import { Power, PowerOff, SlidersHorizontal } from 'lucide-react';
import type { PageFilter } from './page-filter.ts';

/** Finds pages among many, and changes all that are found at once. */
export function PageToolbar({
  search,
  onSearch,
  filter,
  onFilter,
  counts,
  shown,
  onEnable,
  onChangeMany,
}: {
  search: string;
  onSearch: (search: string) => void;
  filter: PageFilter;
  onFilter: (filter: PageFilter) => void;
  counts: Record<PageFilter, number>;
  shown: number;
  onEnable: (isEnabled: boolean) => void;
  onChangeMany: () => void;
}) {
  const options = [
    { value: 'all', label: `All ${counts.all}` },
    { value: 'enabled', label: `On ${counts.enabled}` },
    { value: 'disabled', label: `Off ${counts.disabled}` },
    { value: 'attention', label: `Need attention ${counts.attention}` },
  ] as const;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SearchField label="Find a page" value={search} onSearch={onSearch} className="min-w-48 grow basis-48" />
        <SegmentedControl label="Which pages" value={filter} onValueChange={onFilter} options={options} />
      </div>
      {shown > 0 && (
        <fieldset className="flex flex-wrap items-center gap-2">
          <legend className="float-left mr-1 text-sm text-ink-soft">
            {shown === 1 ? 'The page shown:' : `All ${shown} shown:`}
          </legend>
          <Button size="sm" icon={<Power aria-hidden />} onClick={() => onEnable(true)}>
            Switch on
          </Button>
          <Button size="sm" icon={<PowerOff aria-hidden />} onClick={() => onEnable(false)}>
            Switch off
          </Button>
          <Button size="sm" icon={<SlidersHorizontal aria-hidden />} onClick={onChangeMany}>
            Set up together
          </Button>
        </fieldset>
      )}
    </>
  );
}
