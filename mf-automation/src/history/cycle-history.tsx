import type { AutomationCycle } from '@pagecast/api/contract';
import { Badge, Card, Disclosure, EmptyState, formatCost, Problem, Skeleton, Time } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { History, RotateCcw } from 'lucide-react';
import { cyclesQuery } from '../queries.ts';
import { describeOutcome, groupReasons } from './outcome.ts';

/** What the last cycles made, left out and cost. */
export function CycleHistory() {
  const { data: cycles, error, refetch } = useQuery(cyclesQuery());
  return (
    <Card title="Last cycles" description="What each cycle posted, what it skipped and why, and what the AI cost.">
      {cycles === undefined &&
        (error === null ? (
          <Skeleton rows={3} />
        ) : (
          <Problem
            error={error}
            title="We couldn't load the last cycles"
            onRetry={() => {
              void refetch();
            }}
          />
        ))}
      {cycles?.length === 0 && <EmptyState icon={<History />}>No cycle has run yet.</EmptyState>}
      {cycles !== undefined && cycles.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {cycles.map((cycle) => (
            <CycleRow key={cycle.id} cycle={cycle} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function CycleRow({ cycle }: { cycle: AutomationCycle }) {
  return (
    <li className="grid gap-x-6 gap-y-1 py-3 first:pt-0 last:pb-0 sm:grid-cols-[14rem_minmax(0,1fr)_auto]">
      <div className="flex flex-wrap content-start items-center gap-2">
        <Time instant={cycle.startedAt} className="font-medium" />
        {cycle.isCatchUp && <Badge icon={<RotateCcw aria-hidden />}>Caught up</Badge>}
      </div>
      <div className="min-w-0">
        <p>{describeOutcome(cycle)}</p>
        {cycle.skipped.length > 0 && (
          <Disclosure
            className="mt-1"
            label={`Why ${cycle.skipped.length === 1 ? '1 post was' : `${cycle.skipped.length} posts were`} left out`}
          >
            <ul className="flex flex-col gap-1">
              {groupReasons(cycle.skipped).map(({ reason, pages }) => (
                <li key={reason} className="wrap-anywhere">
                  {reason} <span className="text-ink-soft">{pages}</span>
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
      </div>
      <p className="text-sm text-ink-soft sm:text-right sm:whitespace-nowrap">
        {formatCost(cycle.costMicros)}
        <span className="sm:block">
          {' '}
          <span className="sm:hidden">· </span>
          {(cycle.inputTokens + cycle.outputTokens).toLocaleString('en')} tokens
        </span>
      </p>
    </li>
  );
}
