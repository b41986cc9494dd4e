import type { AutomationSettings } from '@pagecast/api/contract';
import { ButtonLink, EmptyState } from '@pagecast/shell/kit';
import { Plug, SearchX } from 'lucide-react';
import { useCallback, useState } from 'react';
import { PageCard } from './page-card.tsx';
import { editPages, type Edits, type PageChoices } from './page-edits.ts';
import { findPages } from './page-filter.ts';
import { PageToolbar } from './page-toolbar.tsx';
import { useWantedPages } from './use-wanted-pages.ts';

/** Up to so many pages stand open and need no search. */
const FEW = 4;

/** Every page with what it does in a cycle. */
export function PageList({
  planned,
  edits,
  othersScopes,
  onEdits,
}: {
  planned: AutomationSettings;
  edits: Edits;
  /** What somebody else saved of a page whose content scope is being changed here. */
  othersScopes: Readonly<Record<string, string>>;
  onEdits: (next: (edits: Edits) => Edits) => void;
}) {
  const pages = planned.pageConfigurations;
  const areMany = pages.length > FEW;
  const { wanted } = useWantedPages();
  // Against the rule of their number: few are open, many are closed.
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set());
  const toggle = useCallback(
    (pageId: number) => setToggled((present) => present.symmetricDifference(new Set([pageId]))),
    [],
  );
  const edit = useCallback(
    (pageId: number, change: Partial<PageChoices>) => onEdits((present) => editPages(present, [pageId], change)),
    [onEdits],
  );

  if (pages.length === 0) return <NoPages />;
  const shown = findPages(pages, wanted);
  const editShown = (change: Partial<PageChoices>) => shown.forEach(({ pageId }) => edit(pageId, change));
  return (
    <section aria-labelledby="pages-title" className="flex min-w-0 flex-col gap-3">
      <h2 id="pages-title" className="text-base font-semibold">
        Pages ({pages.length})
      </h2>
      {areMany && <PageToolbar pages={pages} shown={shown.length} onChange={editShown} />}
      {shown.length === 0 && <NoMatches />}
      <ul className="flex flex-col gap-3">
        {shown.map((page) => (
          <PageCard
            key={page.pageId}
            page={page}
            frequencyHours={planned.regenerationFrequency}
            isOpen={toggled.has(page.pageId) === areMany}
            isOneOfMany={areMany}
            isChanged={edits.pages[page.pageId] !== undefined}
            othersScope={othersScopes[page.pageId]}
            onToggle={toggle}
            onEdit={edit}
          />
        ))}
      </ul>
    </section>
  );
}

function NoMatches() {
  return (
    <div className="rounded-card border border-line bg-surface">
      <EmptyState icon={<SearchX />}>No matching pages. Search for another name, or show all pages.</EmptyState>
    </div>
  );
}

function NoPages() {
  return (
    <div className="rounded-card border border-line bg-surface">
      <EmptyState
        icon={<Plug />}
        action={
          <ButtonLink to="/settings" variant="primary">
            Connect pages
          </ButtonLink>
        }
      >
        No page is connected yet. Connect your Facebook pages in Settings, and you'll see each one here with its own
        cycle.
      </EmptyState>
    </div>
  );
}
