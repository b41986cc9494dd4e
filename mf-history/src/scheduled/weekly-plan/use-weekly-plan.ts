import { listPagePlans, replacePagePlans, type PagePlan } from '@pagecast/api/contract';
import { apiQuery, callApi, reasonOf, refresh, statusOf, useNotify } from '@pagecast/shell/kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

export type Week = Pick<PagePlan, 'timeZone' | 'slots'>;

/** The weekly plan of a page, each change of which is saved at once, and the way to give it to other pages. */
export function useWeeklyPlan(pageId: number) {
  const client = useQueryClient();
  const notify = useNotify();
  const { data: plans, error, refetch } = useQuery(apiQuery(listPagePlans));
  const stored = plans?.find(({ facebookPageId }) => facebookPageId === pageId);
  const [wanted, setWanted] = useState<Week | null>(null);
  const plansNow = () => client.getQueryData(apiQuery(listPagePlans).queryKey) ?? [];

  const { mutate, isPending } = useMutation({
    // One after the other: each stands on what the one before has made of it.
    scope: { id: 'weekly-plan' },
    mutationFn: ({ week, pageIds }: { week: Week; pageIds: readonly number[] }) => {
      const known = new Map(plansNow().map((plan) => [plan.facebookPageId, plan.revision]));
      const pages = pageIds.map((id) => ({ facebookPageId: id, revision: known.get(id) ?? 0 }));
      return callApi(replacePagePlans, { body: { pages, timeZone: week.timeZone, slots: week.slots } });
    },
    onSuccess: (saved, { week, pageIds }) => {
      const byPage = new Map(saved.map((plan) => [plan.facebookPageId, plan]));
      client.setQueryData(apiQuery(listPagePlans).queryKey, (known) =>
        known?.map((plan) => byPage.get(plan.facebookPageId) ?? plan),
      );
      setWanted((latest) => (latest === week ? null : latest));
      if (pageIds.length > 1 || pageIds[0] !== pageId)
        notify({
          tone: 'default',
          title: 'Weekly Plan Copied',
          description: `${pagesIn(pageIds.length)} have it now.`,
        });
    },
    onError: (refused) => {
      setWanted(null);
      const again = statusOf(refused) === 409 ? ' You see the newer one now. Make your change again.' : '';
      notify({
        tone: 'destructive',
        title: 'Weekly Plan Not Saved',
        description: `${reasonOf(refused, 'Please try again.')}${again}`,
      });
    },
    onSettled: () => refresh(client, replacePagePlans),
  });

  return {
    plan: stored === undefined ? undefined : { ...stored, ...wanted },
    plans: plans ?? [],
    error,
    refetch: () => void refetch(),
    isSaving: isPending,
    change(part: Partial<Week>) {
      if (stored === undefined) return;
      const { timeZone, slots } = { ...stored, ...wanted, ...part };
      const week = { timeZone, slots };
      setWanted(week);
      mutate({ week, pageIds: [pageId] });
    },
    copyTo(pageIds: readonly number[]) {
      if (stored !== undefined) mutate({ week: { ...stored, ...wanted }, pageIds });
    },
  };
}

const pagesIn = (count: number) => (count === 1 ? '1 page' : `${count.toLocaleString('en')} pages`);
