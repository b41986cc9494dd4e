/** The zone that this browser runs in, an IANA name. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const known = new Map<string, boolean>();

/** Whether this browser knows the zone: an old one may not know a new name. */
export function isTimeZone(name: string): boolean {
  const found = known.get(name);
  if (found !== undefined) return found;
  const isKnown = canFormatIn(name);
  known.set(name, isKnown);
  return isKnown;
}

function canFormatIn(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}
