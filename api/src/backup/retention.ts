import { subDays } from 'date-fns/subDays';

export interface Keeping {
  readonly daily: number;
  readonly weekly: number;
}

/**
 * Which of these backups stay: the newest, the newest of each of the last days that have one, and of each of the last
 * weeks.
 */
export function kept<Backup extends { readonly takenAt: string }>(
  backups: readonly Backup[],
  { daily, weekly }: Keeping,
): Backup[] {
  const newestFirst = backups.toSorted((a, b) => b.takenAt.localeCompare(a.takenAt));
  const firsts = (of: (backup: Backup) => string, most: number) => {
    const seen = new Set<string>();
    return newestFirst.filter((backup) => {
      const key = of(backup);
      if (seen.has(key) || seen.size >= most) return false;
      seen.add(key);
      return true;
    });
  };
  const stay = new Set([
    ...newestFirst.slice(0, 1),
    ...firsts(({ takenAt }) => takenAt.slice(0, 10), daily),
    ...firsts(({ takenAt }) => mondayOf(takenAt), weekly),
  ]);
  return newestFirst.filter((backup) => stay.has(backup));
}

function mondayOf(takenAt: string): string {
  const day = new Date(takenAt);
  return subDays(day, (day.getUTCDay() + 6) % 7)
    .toISOString()
    .slice(0, 10);
}
