import { SHEET_FIELDS, type Sheet, type SheetField, type GivenReading } from '@pagecast/api/contract';
import { ChoiceField } from '@pagecast/shell/kit';

const NAMES: Record<SheetField | 'none', string> = {
  none: 'Not used',
  page: 'Page',
  text: 'Text',
  date: 'Date, or date and time',
  time: 'Time',
  timeZone: 'Time zone',
  image: 'Image',
  altText: 'Image description',
  link: 'Link',
};
const CHOICES = ['none', ...SHEET_FIELDS] as const;

/** What each column holds. A field that is chosen for another column leaves the one that had it. */
export function ColumnFields({
  columns,
  reading,
  onChange,
}: {
  columns: Sheet['columns'];
  reading: GivenReading;
  onChange: (change: Partial<GivenReading>) => void;
}) {
  function choose(column: number, chosen: (typeof CHOICES)[number]) {
    const field = chosen === 'none' ? null : chosen;
    onChange({
      // Behind those of the file there may be some of rows that were mended.
      columns: Array.from({ length: Math.max(columns.length, reading.columns.length) }, (_, place) => {
        if (place === column) return field;
        const before = reading.columns[place] ?? null;
        return before === field ? null : before;
      }),
    });
  }

  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {columns.map(({ first, samples }, column) => (
        // Columns have no other name that tells them apart.
        <li key={column} className="min-w-0">
          <ChoiceField
            label={nameOf(first, column)}
            value={reading.columns[column] ?? 'none'}
            onValueChange={(field) => choose(column, field)}
            options={CHOICES}
            nameOf={(field) => NAMES[field]}
          />
          <p className="mt-1 truncate text-xs text-ink-soft">{samples.find((sample) => sample.trim() !== '') ?? ''}</p>
        </li>
      ))}
    </ul>
  );
}

function nameOf(first: string, column: number): string {
  return first.trim() === '' ? `Column ${column + 1}` : first;
}
