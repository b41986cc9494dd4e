import { Button, cn, Field, IconButton, TextArea, TextInput } from '@pagecast/shell/kit';
import { Plus, Trash2 } from 'lucide-react';
import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';

interface Pair {
  readonly name: string;
  readonly text: string;
}

interface Side {
  readonly label: string;
  readonly placeholder: string;
  readonly maxLength: number;
  readonly isLong?: boolean;
  readonly isMono?: boolean;
}

interface Props {
  title: string;
  /** What a row is, as a button says it. */
  one: string;
  most: number;
  hint?: string;
  name: Side;
  text: Side;
  rows: readonly Pair[];
  onRows: (rows: readonly Pair[]) => void;
}

/** Named texts, one a row, to which others can be added. */
export function PairRows({ title, one, most, hint, name, text, rows, onRows }: Props) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const change = (at: number, part: Partial<Pair>) =>
    onRows(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));

  /** The new row is there to be filled in. */
  function handleAdd(): void {
    flushSync(() => onRows([...rows, { name: '', text: '' }]));
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  }

  /** The button goes away with its row. */
  function handleRemove(at: number): void {
    flushSync(() => onRows(rows.filter((_, index) => index !== at)));
    add.current?.focus();
  }

  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-medium">
        {title}
      </h3>
      {hint !== undefined && <p className="text-sm text-ink-soft">{hint}</p>}
      {rows.length > 0 && (
        <ul ref={list} className="mt-3 flex flex-col gap-3">
          {rows.map((row, at) => (
            // Rows have nothing of their own to tell them apart, and are only added at the end.
            // oxlint-disable-next-line react/no-array-index-key
            <PairRow
              key={at}
              row={row}
              name={name}
              text={text}
              removeLabel={`Remove ${one} ${row.name === '' ? at + 1 : row.name}`}
              onChange={(part) => change(at, part)}
              onRemove={() => handleRemove(at)}
            />
          ))}
        </ul>
      )}
      <Button
        ref={add}
        size="sm"
        className="mt-3"
        icon={<Plus aria-hidden />}
        disabled={rows.length >= most}
        onClick={handleAdd}
      >
        Add {one}
      </Button>
    </section>
  );
}

function PairRow({
  row,
  name,
  text,
  removeLabel,
  onChange,
  onRemove,
}: {
  row: Pair;
  name: Side;
  text: Side;
  removeLabel: string;
  onChange: (part: Partial<Pair>) => void;
  onRemove: () => void;
}) {
  return (
    <li className="flex flex-wrap items-end gap-2 sm:flex-nowrap sm:items-start">
      <Field label={name.label} className="w-full sm:w-48 sm:shrink-0">
        <TextInput
          autoComplete="off"
          maxLength={name.maxLength}
          placeholder={name.placeholder}
          className={cn(name.isMono && 'font-mono')}
          value={row.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
      </Field>
      <Field label={text.label} className="min-w-0 flex-1">
        <TextOfRow side={text} value={row.text} onValueChange={(written) => onChange({ text: written })} />
      </Field>
      <IconButton label={removeLabel} icon={<Trash2 aria-hidden />} className="sm:mt-6.5" onClick={onRemove} />
    </li>
  );
}

/** `rest` is what the field gives its control. */
function TextOfRow({
  side: { isLong = false, maxLength, placeholder },
  value,
  onValueChange,
  ...rest
}: {
  side: Side;
  value: string;
  onValueChange: (text: string) => void;
}) {
  const shared = { ...rest, maxLength, placeholder, value };
  return isLong ? (
    <TextArea {...shared} autosize rows={2} onChange={(event) => onValueChange(event.currentTarget.value)} />
  ) : (
    <TextInput {...shared} autoComplete="off" onChange={(event) => onValueChange(event.currentTarget.value)} />
  );
}
