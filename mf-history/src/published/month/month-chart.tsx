import type { PageMonth } from '@pagecast/api/contract';
import { Card, Disclosure, EngagementTable } from '@pagecast/shell/kit';
import { dayName } from './month-names.ts';

/** Bars are drawn as this many units a day, of which the gap takes some. */
const STEP = 10;
const GAP = 2;
const HEIGHT = 100;

/** Engagement by day: a chart to look at, and the same as a table. */
export function MonthChart({ days }: Pick<PageMonth, 'days'>) {
  const most = Math.max(...days.map(({ engagement }) => engagement));
  return (
    <Card title="Engagement by day" className="break-inside-avoid">
      <figure aria-hidden className="flex gap-2 text-xs text-ink-soft">
        <div className="flex h-36 flex-col justify-between text-right">
          <span>{most > 0 && most.toLocaleString('en')}</span>
          <span>0</span>
        </div>
        <div className="min-w-0 grow">
          <svg
            viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="h-36 w-full border-b border-line-strong"
          >
            {days.map(({ date, engagement }, index) => (
              <rect
                key={date}
                x={index * STEP + GAP / 2}
                width={STEP - GAP}
                y={HEIGHT - heightOf(engagement, most)}
                height={heightOf(engagement, most)}
                className="fill-accent"
              />
            ))}
          </svg>
          <div className="mt-1 flex">
            {days.map(({ date }, index) => (
              <span key={date} className="flex w-0 grow justify-center whitespace-nowrap">
                {index % 7 === 0 ? index + 1 : ''}
              </span>
            ))}
          </div>
        </div>
      </figure>
      <div className="mt-3 print:hidden">
        <Disclosure label="Days as a table">
          <DaysTable days={days} />
        </Disclosure>
      </div>
    </Card>
  );
}

const heightOf = (engagement: number, most: number) => (most === 0 ? 0 : (engagement / most) * HEIGHT);

function DaysTable({ days }: Pick<PageMonth, 'days'>) {
  return (
    <div className="max-w-md text-sm">
      <EngagementTable
        caption="Posts and engagement by day"
        unit="Day"
        rows={days.map((day) => ({ ...day, key: day.date, name: dayName(day.date) }))}
      />
    </div>
  );
}
