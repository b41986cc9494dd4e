/** Whoever says longer than this is asked again after it. */
const LONGEST_SECONDS = 24 * 3600;

/**
 * Seconds until a server takes the next call, as it says: in milliseconds, in seconds, as a date, or by when its
 * counter is full again.
 * A date is read against the server's own clock. Null when it does not say.
 */
export function retryAfterSeconds(headers: Headers): number | null {
  const seconds =
    [
      () => numberIn(headers.get('retry-after-ms'), 1000),
      () => numberIn(headers.get('retry-after'), 1),
      () => secondsUntil(headers.get('retry-after'), headers.get('date')),
      () => resetIn(headers, 'requests'),
      () => resetIn(headers, 'tokens'),
    ]
      .map((read) => read())
      .find((found) => found !== null) ?? null;
  return seconds === null ? null : Math.min(LONGEST_SECONDS, Math.max(1, Math.ceil(seconds)));
}

function numberIn(value: string | null, unitsASecond: number): number | null {
  return value !== null && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) / unitsASecond : null;
}

function secondsUntil(value: string | null, sentAt: string | null): number | null {
  const [at, now] = [Date.parse(value ?? ''), Date.parse(sentAt ?? '')];
  // A bare number is no date, whatever the parser makes of it.
  return Number.isNaN(at) || !/^\s*[a-z]{3}/i.test(value ?? '')
    ? null
    : (at - (Number.isNaN(now) ? Date.now() : now)) / 1000;
}

const UNITS: Readonly<Record<string, number>> = { d: 86_400, h: 3600, m: 60, s: 1, ms: 0.001 };

/** `x-ratelimit-reset-requests: 1m2.5s` counts only where nothing is left. */
function resetIn(headers: Headers, of: 'requests' | 'tokens'): number | null {
  const parts = [...(headers.get(`x-ratelimit-reset-${of}`) ?? '').matchAll(/(\d+(?:\.\d+)?)(ms|[dhms])/g)];
  if (parts.length === 0 || headers.get(`x-ratelimit-remaining-${of}`) !== '0') return null;
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNITS[unit ?? ''] ?? 0), 0);
}

/** 'in 7 seconds', 'in about 3 minutes'. */
export function inWords(seconds: number): string {
  if (seconds <= 1) return 'in a second';
  if (seconds <= 90) return `in ${seconds} seconds`;
  if (seconds <= 90 * 60) return `in about ${Math.ceil(seconds / 60)} minutes`;
  return `in about ${Math.ceil(seconds / 3600)} hours`;
}
