/** 10 in the evening to 7 in the morning. */
export const USUAL_NIGHT = { from: 22 * 60, to: 7 * 60 };

/** Minutes of a day as a field for times has them: 1320 is '22:00'. */
export function timeOf(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** The other way; null while it is no time. */
export function minutesOf(time: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(time) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}
