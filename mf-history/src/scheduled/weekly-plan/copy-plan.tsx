import type { FacebookPage } from '@pagecast/api/contract';
import { Button, Checkbox, Disclosure, SearchField } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allPages } from '../queries.ts';

/** More pages than this are looked for by name. */
const FEW = 8;

/** Gives other pages the same week in the place of theirs. */
export function CopyPlan({
  pageId,
  busy,
  onCopy,
}: {
  pageId: number;
  busy: boolean;
  onCopy: (pageIds: readonly number[]) => void;
}) {
  const others = (useQuery(allPages()).data ?? []).filter(({ id }) => id !== pageId);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [text, setText] = useState('');
  const shown = others.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  const areAllChosen = shown.length > 0 && shown.every(({ id }) => chosen.has(id));
  const choose = (ids: readonly number[], isChosen: boolean) =>
    setChosen((before) => (isChosen ? before.union(new Set(ids)) : before.difference(new Set(ids))));
  return (
    <Disclosure label="Copy this plan to other pages">
      <div className="flex flex-col gap-2">
        {others.length > FEW && <SearchField label="Search pages" value={text} onSearch={setText} />}
        <Checkbox
          label={text.trim() === '' ? 'All other pages' : 'All pages found'}
          checked={areAllChosen}
          onCheckedChange={(isChosen) =>
            choose(
              shown.map(({ id }) => id),
              isChosen,
            )
          }
        />
        <PageChoices pages={shown} chosen={chosen} onChoose={choose} />
        <Button
          className="self-start"
          disabled={chosen.size === 0}
          busy={busy}
          busyLabel="Saving..."
          onClick={() => {
            onCopy([...chosen]);
            setChosen(new Set());
          }}
        >
          Replace the plans of {chosen.size.toLocaleString('en')} {chosen.size === 1 ? 'page' : 'pages'}
        </Button>
      </div>
    </Disclosure>
  );
}

function PageChoices({
  pages,
  chosen,
  onChoose,
}: {
  pages: readonly FacebookPage[];
  chosen: ReadonlySet<number>;
  onChoose: (ids: readonly number[], isChosen: boolean) => void;
}) {
  return (
    <ul aria-label="Pages to copy to" className="max-h-56 overflow-y-auto rounded-card border border-line px-3 py-1">
      {pages.map(({ id, name }) => (
        <li key={id}>
          <Checkbox
            label={name}
            className="w-full wrap-anywhere"
            checked={chosen.has(id)}
            onCheckedChange={(isChosen) => onChoose([id], isChosen)}
          />
        </li>
      ))}
      {pages.length === 0 && <li className="py-1 text-sm text-ink-soft">No matching pages.</li>}
    </ul>
  );
}
