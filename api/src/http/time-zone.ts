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
