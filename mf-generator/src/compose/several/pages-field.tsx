import { COMPOSITION_MAX_PAGES, listPageGroups, type FacebookPage } from '@pagecast/api/contract';
import { apiQuery, Button, SearchField } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FIELD_IDS } from '../field-ids.ts';
import type { Several } from '../../drafts/draft.ts';
import { pages } from '../../queries.ts';
import { pageCount } from './describe-several.ts';
import { PageGroups } from './page-groups.tsx';
import { withPages } from './several.ts';

/** Which pages a text is for: by search, by group or all of them. */
export function PagesField({
  several,
  onSeveral,
  onOnePage,
}: {
  several: Several;
  onSeveral: (several: Several) => void;
  onOnePage: () => void;
}) {
  const all = (useQuery(pages()).data ?? []).filter(({ isConnected }) => isConnected);
  const groups = useQuery(apiQuery(listPageGroups)).data ?? [];
  const [search, setSearch] = useState('');
  const chosen = several.pages.map(({ pageId }) => pageId);
  const choose = (pageIds: readonly string[]) => onSeveral(withPages(several, pageIds.slice(0, COMPOSITION_MAX_PAGES)));
  const found = all.filter((page) => isFound(page, search));
  const ids = (list: readonly { id: number }[]) => list.map(({ id }) => String(id));

  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="sr-only">Facebook pages</legend>
      <ChosenLine
        count={chosen.length}
        allLabel={search === '' ? `All ${pageCount(all.length)}` : `Add ${pageCount(found.length)} found`}
        onAll={() => choose([...chosen, ...ids(found)])}
        onNone={() => choose([])}
        onOnePage={onOnePage}
      />
      <PageGroups
        groups={groups}
        chosen={chosen}
        onChoose={(pageIds) => choose([...chosen, ...pageIds.filter((id) => ids(all).includes(id))])}
      />
      {all.length > SEARCHED_FROM && <SearchField label="Search pages" value={search} onSearch={setSearch} />}
      <ul
        id={FIELD_IDS.pageId}
        tabIndex={-1}
        className="grid max-h-64 grid-cols-1 overflow-y-auto rounded-control border border-line sm:grid-cols-2"
      >
        {found.map((page) => (
          <PageChoice
            key={page.id}
            name={page.name}
            isChosen={chosen.includes(String(page.id))}
            onToggle={(isChosen) =>
              choose(isChosen ? [...chosen, String(page.id)] : chosen.filter((id) => id !== String(page.id)))
            }
          />
        ))}
        {found.length === 0 && <li className="px-3 py-2 text-sm text-ink-soft">No matching pages.</li>}
      </ul>
    </fieldset>
  );
}

function ChosenLine({
  count,
  allLabel,
  onAll,
  onNone,
  onOnePage,
}: {
  count: number;
  allLabel: string;
  onAll: () => void;
  onNone: () => void;
  onOnePage: () => void;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p aria-live="polite" className="text-sm font-medium">
        {count === 0 ? 'Choose pages' : `${pageCount(count)} chosen`}
      </p>
      <div className="flex flex-wrap gap-1">
        <Button size="sm" variant="ghost" onClick={onAll}>
          {allLabel}
        </Button>
        {count > 0 && (
          <Button size="sm" variant="ghost" onClick={onNone}>
            Clear
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={onOnePage}>
          Choose one page
        </Button>
      </div>
    </div>
  );
}

/** Fewer are seen at a glance. */
const SEARCHED_FROM = 6;

function PageChoice({
  name,
  isChosen,
  onToggle,
}: {
  name: string;
  isChosen: boolean;
  onToggle: (isChosen: boolean) => void;
}) {
  return (
    <li className="min-w-0">
      <label className="flex min-h-9 min-w-0 items-center gap-2.5 px-3 text-sm hover:bg-sunken pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={isChosen}
          onChange={(event) => onToggle(event.currentTarget.checked)}
          className="size-4 shrink-0 accent-accent"
        />
        <span className="min-w-0 truncate">{name}</span>
      </label>
    </li>
  );
}

function isFound({ name, category }: FacebookPage, search: string): boolean {
  const text = `${name} ${category ?? ''}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
