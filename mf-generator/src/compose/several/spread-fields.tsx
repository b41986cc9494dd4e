import { STAGGER_MAX_MINUTES } from '@pagecast/api/contract';
import { Card, Field, SegmentedControl, TextInput, type Segment } from '@pagecast/shell/kit';
import type { Several } from '../../drafts/draft.ts';
import { readMinutes, spreadOf, withSpread, type Spread } from './several.ts';

const SPREADS: readonly Segment<Spread>[] = [
  { value: 'together', label: 'All at once' },
  { value: 'apart', label: 'Minutes apart' },
  { value: 'best', label: 'Best time' },
  { value: 'slots', label: 'Next free slot' },
];

/** How the pages follow each other. */
export function SpreadFields({ several, onSeveral }: { several: Several; onSeveral: (several: Several) => void }) {
  const spread = spreadOf(several);
  return (
    <Card title="Times of the pages" description="A page with its own time keeps it.">
      <div className="flex flex-col gap-3">
        <SegmentedControl
          label="Times of the pages"
          value={spread}
          options={SPREADS}
          onValueChange={(chosen: Spread) => onSeveral(withSpread(several, chosen))}
        />
        {spread === 'apart' && (
          <Field label="Minutes between two pages" className="max-w-48">
            <TextInput
              type="number"
              min={0}
              max={STAGGER_MAX_MINUTES}
              aria-invalid={readMinutes(several.minutesApart) === null || undefined}
              value={several.minutesApart}
              onChange={(event) => onSeveral({ ...several, minutesApart: event.currentTarget.value.slice(0, 10) })}
            />
          </Field>
        )}
        {spread === 'best' && (
          <p className="text-sm text-ink-soft">
            Each page's post goes out in the best hours of that page, at a moment when it is free. Post History shows
            them. A page with too few posts to tell gets its post at its first free moment.
          </p>
        )}
        {spread === 'slots' && (
          <p className="text-sm text-ink-soft">
            Each page gets the next free time of its weekly plan. You set the plans in Scheduled Posts.
          </p>
        )}
      </div>
    </Card>
  );
}
