import { listPages, readSheetRow, updateSheetRow, type GivenReading } from '@pagecast/api/contract';
import {
  apiQuery,
  Button,
  Field,
  Loaded,
  NativeSelect,
  reasonOf,
  TextArea,
  TextInput,
  useApiMutation,
} from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';

const MENDED = ['page', 'text', 'date', 'time'] as const;
type Cells = Record<(typeof MENDED)[number], string>;

/** What it takes to mend a row. */
export interface Mending {
  readonly sheetId: number;
  /** What each column holds. */
  readonly columns: GivenReading['columns'];
  /** Hears what the columns hold by then. */
  readonly onMended: (columns: GivenReading['columns']) => void;
}

/** A row as the sheet has it, to be corrected. It is checked again by the server; nothing is scheduled yet. */
export function RowForm({ row, onClose, ...mending }: Mending & { row: number; onClose: () => void }) {
  // Read when it opens, and not again when posts change: an import takes the sheet away.
  const query = useQuery({
    ...apiQuery(readSheetRow, { params: { id: mending.sheetId, row } }),
    gcTime: 0,
    staleTime: 'static',
  });
  return (
    <div className="mt-2 rounded-control border border-line bg-sunken p-3">
      <Loaded query={query} rows={3} problemTitle="We couldn't load this row">
        {({ cells }) => <Form row={row} cells={cells} onClose={onClose} {...mending} />}
      </Loaded>
    </div>
  );
}

function Form({
  row,
  cells,
  sheetId,
  columns,
  onMended,
  onClose,
}: Mending & { row: number; cells: readonly string[]; onClose: () => void }) {
  const [first] = useState<Cells>(() => cellsIn(cells, columns));
  const [draft, setDraft] = useState(first);
  const set = (part: Partial<Cells>) => setDraft((before) => ({ ...before, ...part }));
  const { mutate, isPending, error } = useApiMutation(updateSheetRow, {
    onSuccess: (mended) => {
      onMended(mended.columns);
      onClose();
    },
  });

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const changed = Object.fromEntries(
      MENDED.filter((field) => draft[field] !== first[field]).map((field) => [field, draft[field]]),
    );
    mutate({ params: { id: sheetId, row }, body: { columns, cells: changed } });
  }

  return (
    <form noValidate aria-label={`Row ${row}`} onSubmit={handleSubmit} className="flex flex-col gap-3">
      <PageOfRow value={draft.page} onChange={(page) => set({ page })} />
      <Field label="Text">
        <TextArea
          autosize
          rows={3}
          dir="auto"
          value={draft.text}
          onChange={({ currentTarget: { value } }) => set({ text: value })}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Date" hint="Such as 2027-03-31">
          <TextInput value={draft.date} onChange={({ currentTarget: { value } }) => set({ date: value })} />
        </Field>
        <Field label="Time" hint="Such as 18:30">
          <TextInput value={draft.time} onChange={({ currentTarget: { value } }) => set({ time: value })} />
        </Field>
      </div>
      <p role="alert" className="text-sm text-bad empty:hidden">
        {error === null ? '' : reasonOf(error, "We couldn't change this row. Try again.")}
      </p>
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" busy={isPending} busyLabel="Checking...">
          Check this row
        </Button>
        <Button size="sm" onClick={onClose}>
          Keep as it was
        </Button>
      </div>
    </form>
  );
}

/** A page of one's own, or what the row has in its place. */
function PageOfRow({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const pages = useQuery(apiQuery(listPages)).data ?? [];
  const isKnown = pages.some(({ pageId, name }) => value === pageId || value === name);
  return (
    <Field label="Page">
      <NativeSelect value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {!isKnown && <option value={value}>{value === '' ? 'As for other rows' : value}</option>}
        {pages.map(({ pageId, name }) => (
          // Pages may share a name; what the row says already stays as it says it.
          <option key={pageId} value={value === name ? name : pageId}>
            {name}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}

function cellsIn(cells: readonly string[], columns: GivenReading['columns']): Cells {
  const cell = (field: (typeof MENDED)[number]) => {
    const column = columns.indexOf(field);
    return column < 0 ? '' : (cells[column] ?? '');
  };
  return { page: cell('page'), text: cell('text'), date: cell('date'), time: cell('time') };
}
