import { Button, Dialog, PageSelect, Problem, Skeleton, zoneName } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { allPages } from '../queries.ts';
import { AddTime } from './add-time.tsx';
import { CopyPlan } from './copy-plan.tsx';
import { PlanZone } from './plan-zone.tsx';
import { useWeeklyPlan } from './use-weekly-plan.ts';
import { WeekDays } from './week-days.tsx';

/** At which times of a week a page likes to post. Each change is saved at once. */
export function WeeklyPlanDialog({
  pageId: asked,
  onPage,
  onClose,
}: {
  /** null: whichever comes first. */
  pageId: number | null;
  onPage: (pageId: number) => void;
  onClose: () => void;
}) {
  const { data: pages, error, refetch } = useQuery(allPages());
  const pageId = pages?.find(({ id }) => id === asked)?.id ?? pages?.[0]?.id;
  return (
    <Dialog
      open
      isInAddress
      savesAtOnce
      wide
      onClose={onClose}
      title="Weekly Plan"
      description="When this page likes to post. Next free slot and the calendar offer these times."
      footer={<Button onClick={onClose}>Done</Button>}
    >
      {error !== null && <Problem error={error} title="We couldn't load your pages" onRetry={() => void refetch()} />}
      {error === null && pages === undefined && <Skeleton rows={7} />}
      {pages !== undefined && pageId === undefined && (
        <p className="text-ink-soft">Connect a Facebook page first. Then you can plan its week here.</p>
      )}
      {pages !== undefined && pageId !== undefined && (
        <div className="flex flex-col gap-4">
          <PageSelect pages={pages} value={String(pageId)} onValueChange={(id) => onPage(Number(id))} />
          <PlanOfPage key={pageId} pageId={pageId} />
        </div>
      )}
    </Dialog>
  );
}

function PlanOfPage({ pageId }: { pageId: number }) {
  const { plan, plans, error, refetch, isSaving, change, copyTo } = useWeeklyPlan(pageId);
  if (error !== null) return <Problem error={error} title="We couldn't load the weekly plan" onRetry={refetch} />;
  if (plan === undefined) return <Skeleton rows={7} />;
  const count = plan.slots.length;
  return (
    <>
      <PlanZone plan={plan} onValueChange={(timeZone) => change({ timeZone })} />
      <AddTime slots={plan.slots} onSlots={(slots) => change({ slots })} />
      <WeekDays slots={plan.slots} onSlots={(slots) => change({ slots })} />
      <p aria-live="polite" className="text-sm text-ink-soft">
        {count === 0 ? 'No slots yet' : `${count.toLocaleString('en')} ${count === 1 ? 'slot' : 'slots'} a week`}, times
        in {zoneName(plan.zone)}. {isSaving ? 'Saving...' : 'Changes save automatically.'}
      </p>
      {plans.length > 1 && <CopyPlan pageId={pageId} busy={isSaving} onCopy={copyTo} />}
    </>
  );
}
