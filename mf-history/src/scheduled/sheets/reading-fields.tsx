import {
  DATE_ORDERS,
  listPages,
  UNTIMED,
  type Sheet,
  type SheetPreview,
  type GivenReading,
} from '@pagecast/api/contract';
import {
  apiQuery,
  ChoiceField,
  Disclosure,
  PageSelect,
  Switch,
  useSpacingMinutes,
  zoneName,
} from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ColumnFields } from './column-fields.tsx';

interface Props {
  columns: Sheet['columns'];
  reading: GivenReading;
  preview: SheetPreview;
  onChange: (change: Partial<GivenReading>) => void;
}

const ORDERS = { 'day-first': 'Day first: 31/12/2027', 'month-first': 'Month first: 12/31/2027' };
const WITHOUT_TIME = { draft: 'Drafts', slot: "At the page's next free slot" };

/** How the sheet is read: what matters for times first, the columns behind a line that opens. */
export function ReadingFields({ columns, reading, preview, onChange }: Props) {
  const pages = useQuery(apiQuery(listPages)).data ?? [];
  const zones = useMemo(
    () => [...new Set([reading.timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])],
    [reading.timeZone],
  );
  const asksPage = !reading.columns.includes('page');
  const asksOrder = preview.asksDateOrder || reading.dateOrder != null;
  const hasUntimed = preview.counts.drafts + preview.counts.slots > 0 || reading.untimed === 'slot';
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <ChoiceField
          label="Times are in"
          value={reading.timeZone}
          onValueChange={(timeZone) => onChange({ timeZone })}
          options={zones}
          nameOf={zoneName}
        />
        {asksOrder && (
          <ChoiceField
            label="Dates such as 03/04"
            placeholder="Choose the order"
            value={reading.dateOrder ?? ''}
            onValueChange={(dateOrder) => onChange({ dateOrder })}
            options={DATE_ORDERS}
            nameOf={(order) => ORDERS[order]}
          />
        )}
        {asksPage && (
          <PageSelect
            pages={pages}
            value={String(reading.facebookPageId ?? '')}
            onValueChange={(id) => onChange({ facebookPageId: Number(id) })}
          />
        )}
        {hasUntimed && (
          <ChoiceField
            label="Rows without a time become"
            value={reading.untimed ?? 'draft'}
            onValueChange={(untimed) => onChange({ untimed })}
            options={UNTIMED}
            nameOf={(what) => WITHOUT_TIME[what]}
          />
        )}
      </div>
      <MoreFields columns={columns} reading={reading} onChange={onChange} />
    </div>
  );
}

/** What most sheets do not need. */
function MoreFields({ columns, reading, onChange }: Omit<Props, 'preview'>) {
  const spacing = useSpacingMinutes();
  return (
    <Disclosure label="Columns and distance">
      <div className="flex flex-col gap-3 pt-1">
        <Switch
          label="The first row names the columns"
          checked={reading.hasHeader}
          onCheckedChange={(hasHeader) => onChange({ hasHeader })}
        />
        <Switch
          label={`Also import posts less than ${spacing} minutes from another one of their page`}
          checked={reading.tooClose === 'allow'}
          onCheckedChange={(isAllowed) => onChange({ tooClose: isAllowed ? 'allow' : 'refuse' })}
        />
        <ColumnFields columns={columns} reading={reading} onChange={onChange} />
      </div>
    </Disclosure>
  );
}
