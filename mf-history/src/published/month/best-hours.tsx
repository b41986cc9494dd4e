import { readBestHours } from '@pagecast/api/contract';
import { apiQuery, Card, Loaded, Skeleton, Time, zoneName } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { describeEvidence, describeTooFew } from './best-hours-words.ts';

/** When a page's own posts do best, with what that rests on. */
export function BestHours({ pageId }: { pageId: number }) {
  const query = useQuery(apiQuery(readBestHours, { params: { id: pageId } }));
  return (
    <Card title="Best time to post">
      <Loaded
        query={query}
        problemTitle="We couldn't find the best time of this page"
        skeleton={<Skeleton className="h-11 max-sm:h-18" />}
      >
        {({ best, timeZone, computedAt, ...counts }) => (
          <div className="flex min-h-11 flex-col gap-1 max-sm:min-h-18">
            {best.length === 0 && <p>{describeTooFew(counts)}</p>}
            <ul className="flex flex-col gap-1">
              {best.map((hour) => (
                <li key={`${hour.weekday} ${hour.fromHour}`} className="flex items-start gap-2">
                  <Clock aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
                  <span className="min-w-0">{describeEvidence(hour)}</span>
                </li>
              ))}
            </ul>
            <p className="text-xs text-ink-soft">
              {`Hours in ${zoneName(timeZone)}. Likes, comments and shares of posts at least 2 days old. `}
              Updated <Time instant={computedAt} format="relative" />.
            </p>
          </div>
        )}
      </Loaded>
    </Card>
  );
}
