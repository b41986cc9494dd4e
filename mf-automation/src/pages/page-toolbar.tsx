import type { PageConfiguration } from '@pagecast/api/contract';
import { Button, LateWindow, lazyPart, SearchField, SegmentedControl } from '@pagecast/shell/kit';
import { Power, PowerOff, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { PageChoices } from './page-edits.ts';
import { countBy } from './page-filter.ts';
import { useWantedPages } from './use-wanted-pages.ts';

/** Windows come with their first use. */
const ChangeManyDialog = /* @__PURE__ */ lazyPart(async () => (await import('../late.ts')).ChangeManyDialog);

/**
 * Finds pages among many, and changes all that are found at once.
 * @param shown how many are found
 */
export function PageToolbar({
  pages,
  shown,
  onChange,
}: {
  pages: readonly PageConfiguration[];
  shown: number;
  onChange: (change: Partial<PageChoices>) => void;
}) {
  const { wanted, find, filterBy } = useWantedPages();
  const options = [
    { value: 'all', label: `All ${pages.length}` },
    { value: 'enabled', label: `On ${countBy(pages, 'enabled')}` },
    { value: 'disabled', label: `Off ${countBy(pages, 'disabled')}` },
    { value: 'attention', label: `Need attention ${countBy(pages, 'attention')}` },
  ] as const;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SearchField label="Find a page" value={wanted.search} onSearch={find} className="grow basis-48" />
        <SegmentedControl label="Filter pages" value={wanted.filter} onValueChange={filterBy} options={options} />
      </div>
      {shown > 0 && <ChangeShown shown={shown} onChange={onChange} />}
    </>
  );
}

function ChangeShown({ shown, onChange }: { shown: number; onChange: (change: Partial<PageChoices>) => void }) {
  const [isChangingMany, setIsChangingMany] = useState(false);
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="float-left mr-1 text-sm text-ink-soft">
        {shown === 1 ? 'The page shown:' : `All ${shown} shown:`}
      </legend>
      <Button size="sm" icon={<Power aria-hidden />} onClick={() => onChange({ isEnabled: true })}>
        Turn on
      </Button>
      <Button size="sm" icon={<PowerOff aria-hidden />} onClick={() => onChange({ isEnabled: false })}>
        Turn off
      </Button>
      <Button size="sm" icon={<SlidersHorizontal aria-hidden />} onClick={() => setIsChangingMany(true)}>
        Edit selected pages
      </Button>
      {isChangingMany && (
        <LateWindow onClose={() => setIsChangingMany(false)}>
          <ChangeManyDialog count={shown} onClose={() => setIsChangingMany(false)} onChange={onChange} />
        </LateWindow>
      )}
    </fieldset>
  );
}
