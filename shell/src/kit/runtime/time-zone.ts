let readJustNow: string | null = null;

/** The zone that this browser runs in, an IANA name. Hundreds of tiles ask for it at once: it is looked up for all. */
export function browserTimeZone(): string {
  if (readJustNow === null) {
    readJustNow = Intl.DateTimeFormat().resolvedOptions().timeZone;
    // It may be another one when somebody has landed.
    queueMicrotask(() => (readJustNow = null));
  }
  return readJustNow;
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
