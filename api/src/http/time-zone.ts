import type { Context } from 'koa';
import { TIME_ZONE_HEADER } from '../contract/dashboard.ts';
import type { Session } from './session.ts';

const NAME_LIMIT = 100;
/** More spellings than there are zones; a caller cannot make it grow further. */
const KNOWN_LIMIT = 1000;

const known = new Map<string, string>();

/**
 * The canonical IANA name of a zone, or null when there is no such zone. Asking Intl costs more than the rest of a
 * call, so what is known is kept.
 */
export function canonicalTimeZone(name: string): string | null {
  const found = known.get(name);
  if (found !== undefined) return found;
  if (name === '' || name.length > NAME_LIMIT) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    if (known.size < KNOWN_LIMIT) known.set(name, timeZone);
    return timeZone;
  } catch {
    return null;
  }
}

/** Where the caller's browser is; null where it does not say. */
export function browserTimeZoneOf(ctx: Context): string | null {
  return canonicalTimeZone(ctx.get(TIME_ZONE_HEADER));
}

/** Where the caller's days begin: the zone they chose, else their browser's, else that of their last login. */
export function timeZoneOf(ctx: Context, session: Session | null): string {
  return session?.timeZone ?? browserTimeZoneOf(ctx) ?? session?.browserTimeZone ?? 'UTC';
}
