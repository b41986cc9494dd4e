/** Older than this a key says nothing any more: the server has forgotten it. */
const KEPT_MS = 24 * 3_600_000;
const MOST_KEPT = 50;
/** As in earlier releases: a tab may hold keys of calls that are still open. */
const STORE = 'pagecast.intents';

interface Kept {
  readonly key: string;
  readonly at: number;
}
type Keys = Readonly<Record<string, Kept>>;

// For browsers that forbid storage: the key then lives as long as the screen.
let memory: Keys = {};
const running = new Map<string, Promise<unknown>>();

/**
 * Makes a call whose repetition must not do its work twice. A call that was never answered for certain keeps its key,
 * also over a reload, so the same call again has the same key; the first certain answer ends it. While it runs, the
 * same call joins it: a double click sends once.
 * @param content the whole request: the same content has the same key
 * @param isOpen whether this error leaves open what became of the call
 */
export function callOnce<T>(
  content: string,
  call: (key: string) => Promise<T>,
  isOpen: (error: unknown) => boolean,
): Promise<T> {
  const name = digest(content);
  const alike = running.get(name);
  if (alike !== undefined) return alike as Promise<T>;

  const made = (async () => {
    try {
      const result = await call(keyOf(name));
      forget(name);
      return result;
    } catch (error) {
      if (!isOpen(error)) forget(name);
      throw error;
    } finally {
      running.delete(name);
    }
  })();
  running.set(name, made);
  return made;
}

function keyOf(name: string): string {
  const kept = read();
  const found = kept[name]?.key;
  if (found !== undefined) return found;
  const key = newKey();
  const recent = Object.entries(kept)
    .sort(([, one], [, other]) => other.at - one.at)
    .slice(0, MOST_KEPT - 1);
  write({ ...Object.fromEntries(recent), [name]: { key, at: Date.now() } });
  return key;
}

function forget(name: string): void {
  const { [name]: _, ...others } = read();
  write(others);
}

function read(): Keys {
  try {
    memory = JSON.parse(sessionStorage.getItem(STORE) ?? '{}') as Keys;
  } catch {
    // What cannot be read is as good as forbidden.
  }
  return Object.fromEntries(Object.entries(memory).filter(([, { at }]) => Date.now() - at < KEPT_MS));
}

function write(next: Keys): void {
  memory = next;
  try {
    sessionStorage.setItem(STORE, JSON.stringify(next));
  } catch {
    // Full or forbidden: `memory` has it.
  }
}

/** `randomUUID` is missing on pages without TLS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** 53 bits of a text of any length (cyrb53, public domain): a draft with its media is too long to be kept as a name. */
function digest(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return `${text.length.toString(36)}-${(4294967296 * (2097151 & low) + (high >>> 0)).toString(36)}`;
}
