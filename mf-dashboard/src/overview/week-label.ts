const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** '2026-11-16' -> '16 Nov'. A date of the viewer's zone: no zone may move it. */
export function dayLabel(date: string): string {
  return DAY.format(new Date(`${date}T00:00:00Z`));
}

/** The name of a week by its Monday; the one that is not over yet says so. */
export function weekLabel(start: string, isPresent: boolean): string {
  return isPresent ? 'This week so far' : `Week of ${dayLabel(start)}`;
}
