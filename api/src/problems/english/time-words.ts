const MINUTE_MS = 60_000;

/** 'for about 7 min'; null once it is over, or where the end is not known. */
export function forAbout(until: string | null, now: Date): string | null {
  const minutes = until === null ? 0 : Math.ceil((Date.parse(until) - now.getTime()) / MINUTE_MS);
  return minutes > 0 ? `for about ${minutes} min` : null;
}

/** Whole seconds until then; 0 once it is over. */
export function secondsUntil(until: string, now: Date): number {
  return Math.max(0, Math.ceil((Date.parse(until) - now.getTime()) / 1000));
}
