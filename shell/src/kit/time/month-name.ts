/**
 * A month as the API names it, for a sentence: 'November', and of another year 'November 2027'.
 * @param month such as 2026-11
 */
export function monthName(month: string, now: Date = new Date()): string {
  const isThisYear = month.startsWith(`${now.getFullYear()}-`);
  return new Date(`${month}-15T00:00:00Z`).toLocaleString('en', {
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  });
}
