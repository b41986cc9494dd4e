import { RECENT_ACTIVITY_SHOWN, type ActivityEntry } from '@pagecast/api/contract';
import { Badge, Card, cn, EmptyState, Link, Loaded, Skeleton, Time } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { Activity, CalendarClock, CircleCheck, CircleX, Sparkles } from 'lucide-react';
import { activity } from './queries.ts';

const KINDS = new Map([
  ['published', { Icon: CircleCheck, styles: 'bg-ok-soft text-ok' }],
  ['scheduled', { Icon: CalendarClock, styles: 'bg-accent-soft text-accent' }],
  ['failed', { Icon: CircleX, styles: 'bg-bad-soft text-bad' }],
]);
const OTHER = { Icon: Activity, styles: 'bg-sunken text-ink-soft' };

/**
 * As high as four entries, whatever there is: what stands below never moves. On a phone, where cards wait for one
 * another, as high as there are.
 */
const PLACE = 'flex flex-col sm:min-h-112';

export function RecentActivity() {
  const query = useQuery(activity());
  return (
    <Card title="Recent Activity">
      <div className={PLACE}>
        <Loaded
          query={query}
          skeleton={<ActivitySkeleton />}
          empty={(entries) =>
            entries.length > 0 ? null : (
              <div className="my-auto">
                <EmptyState icon={<Activity />}>
                  No activity yet. You'll see what you publish and schedule here.
                </EmptyState>
              </div>
            )
          }
        >
          {(entries) => <Entries entries={entries} />}
        </Loaded>
      </div>
    </Card>
  );
}

function Entries({ entries }: { entries: readonly ActivityEntry[] }) {
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {entries.slice(0, RECENT_ACTIVITY_SHOWN).map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      {entries.length > RECENT_ACTIVITY_SHOWN && (
        <Link
          to="/history"
          className={
            'mt-auto inline-flex min-h-6 items-center self-start pt-2 font-medium text-accent hover:underline ' +
            'pointer-coarse:min-h-11'
          }
        >
          View all activity
        </Link>
      )}
    </>
  );
}

export function ActivitySkeleton() {
  return (
    <div aria-busy="true" className={cn(PLACE, 'min-h-112 gap-3')}>
      <span className="sr-only">Loading</span>
      {Array.from({ length: RECENT_ACTIVITY_SHOWN }, (_, index) => (
        <Skeleton key={index} className="h-25" />
      ))}
    </div>
  );
}

function Entry({ entry }: { entry: ActivityEntry }) {
  const { Icon, styles } = KINDS.get(entry.type) ?? OTHER;
  return (
    <li className="flex gap-3 py-3 first:pt-0 last:pb-0">
      <span
        aria-hidden
        className={cn('flex size-9 shrink-0 items-center justify-center rounded-full [&_svg]:size-4', styles)}
      >
        <Icon />
      </span>
      <div className="min-w-0 grow">
        <p className="font-medium wrap-anywhere">
          {entry.postId == null ? (
            entry.title
          ) : (
            <Link
              to={`/history/post?id=${entry.postId}`}
              className="relative inline-block after:absolute after:inset-x-0 after:-inset-y-3 hover:underline"
            >
              {entry.title}
            </Link>
          )}
        </p>
        <p dir="auto" className="line-clamp-2 wrap-anywhere text-ink-soft">
          {entry.description}
        </p>
        <p className="mt-1 flex min-h-6 flex-wrap items-center gap-x-2 text-xs wrap-anywhere text-ink-soft">
          {entry.pageName !== null && !entry.title.includes(entry.pageName) && <>{entry.pageName}, </>}
          <Time instant={entry.timestamp} format="relative" />
          {entry.isAiGenerated && <Badge icon={<Sparkles aria-hidden />}>AI</Badge>}
        </p>
      </div>
    </li>
  );
}
