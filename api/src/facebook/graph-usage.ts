import * as z from 'zod';

/** Whose call budget: a page's or an app's, by Facebook's id. */
export interface BudgetOwner {
  readonly of: 'page' | 'app';
  readonly id: string;
}

/** How much of a call budget is spent. */
export interface Usage extends BudgetOwner {
  /** The fullest of Facebook's counters; throttled at 100. */
  readonly percent: number;
  readonly regainMinutes: number | null;
}

const Counters = z.object({
  call_count: z.number().catch(0),
  total_time: z.number().catch(0),
  total_cputime: z.number().catch(0),
});
/** Facebook counts over 24 hours at most. More than that is no wait, and of some of it no date can be made. */
const MOST_REGAIN_MINUTES = 24 * 60;
const RegainMinutes = z
  .number()
  .positive()
  .transform((minutes) => Math.min(minutes, MOST_REGAIN_MINUTES))
  .optional()
  .catch(undefined);
const PageUsage = z.record(z.string(), z.array(Counters.extend({ estimated_time_to_regain_access: RegainMinutes })));

const fullest = (counters: z.infer<typeof Counters>) =>
  Math.max(counters.call_count, counters.total_time, counters.total_cputime);

/**
 * Budgets named in the headers of an answer; malformed headers are as good as none.
 * @param appId the app that made the call; null where it is not known, and its own budget with it
 */
export function readUsage(headers: Headers, appId: string | null): Usage[] {
  const app = Counters.safeParse(json(headers.get('x-app-usage')));
  const pages = PageUsage.safeParse(json(headers.get('x-business-use-case-usage')));
  return [
    ...(app.success && appId !== null
      ? [{ of: 'app' as const, id: appId, percent: fullest(app.data), regainMinutes: null }]
      : []),
    ...(pages.success
      ? Object.entries(pages.data).flatMap(([id, entries]) =>
          entries.map((entry) => ({
            of: 'page' as const,
            id,
            percent: fullest(entry),
            regainMinutes: entry.estimated_time_to_regain_access ?? null,
          })),
        )
      : []),
  ];
}

function json(header: string | null): unknown {
  if (header === null) return null;
  try {
    return JSON.parse(header);
  } catch {
    return null;
  }
}
