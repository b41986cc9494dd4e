import type { Context } from 'koa';
import { TIME_ZONE_HEADER } from '../contract/dashboard.ts';
import type { Session } from './session.ts';

const NAME_LIMIT = 100;
/** More spellings than there are zones; a caller cannot make it grow further. */
const KNOWN_LIMIT = 1000;

const known = new Map<string, string>();

/** Zones without summers and winters, which Intl knows and does not list. */
const FIXED = /^(UTC|Etc\/GMT[+-]\d{1,2})$/;
let listed: ReadonlySet<string> | null = null;

/**
 * Whether the database means the same by it. By `+08:00` it means eight hours west of Greenwich, and of some zones of
 * Intl's it knows nothing.
 */
function isShared(zone: string): boolean {
  listed ??= new Set(Intl.supportedValuesOf('timeZone'));
  return FIXED.test(zone) || listed.has(zone);
}

/**
 * The canonical IANA name of a zone, or null when there is no such zone. Asking Intl costs more than the rest of a
 * call, so what is known is kept.
 */
export function canonicalTimeZone(name: string): string | null {
  const found = known.get(name);
  if (found !== undefined) return found;
  if (name === '' || name.length > NAME_LIMIT) return null;
  const zone = zoneOfIntl(name);
  if (zone === null || !isShared(zone)) return null;
  if (known.size < KNOWN_LIMIT) known.set(name, zone);
  return zone;
}

function zoneOfIntl(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

const OFFSET = /^[+-]\d\d(:?\d\d)?$/;

/** Where a clock stands that is read here alone, and not in the database: also so many hours from Greenwich. */
export function zoneOfClock(name: string): string | null {
  return OFFSET.test(name) ? zoneOfIntl(name) : canonicalTimeZone(name);
}

/** Where the caller's browser is; null where it does not say. */
export function browserTimeZoneOf(ctx: Context): string | null {
  return canonicalTimeZone(ctx.get(TIME_ZONE_HEADER));
}

/** Where the caller's days begin: the zone they chose, else their browser's, else that of their last login. */
export function timeZoneOf(ctx: Context, session: Session | null): string {
  return session?.timeZone ?? browserTimeZoneOf(ctx) ?? session?.browserTimeZone ?? 'UTC';
}
