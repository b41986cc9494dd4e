/** The product as agents and people find it: real processes over one database, and the sandbox as the world outside. */
export interface AgentWorld {
  /** Of each process. */
  readonly urls: readonly string[];
  /** The product's own, which browsers send. */
  readonly origin: string;
  /** A control call of the sandbox, such as `users`. */
  control<T>(method: string, call: string, body?: unknown): Promise<T>;
  /** Where anybody can fetch an image, a different one for each number. */
  imageAt(n: number): string;
  /** Makes everything that is on the schedule due, and comes back when nothing is on its way any more. */
  letTimePass(): Promise<void>;
}

/** What must never be, in the words of the promise. */
export const BROKEN = {
  double: 'one intent, and followers see it more than once',
  unapproved: 'out, and nobody had approved exactly that',
  'beyond scope': 'out on a page that its agent may not touch',
  'attack came through': 'an agent did what only a person may do',
  'no sentence': 'refused without a sentence that says why',
} as const;
export type Broken = keyof typeof BROKEN;

export interface Violation {
  readonly kind: Broken;
  readonly marker: string;
  readonly detail: string;
}

/** Counts what happened, and keeps what must not have. */
export function openBook() {
  const counts = new Map<string, number>();
  const violations: Violation[] = [];
  return {
    counts,
    violations,
    count(what: string, by = 1): void {
      counts.set(what, (counts.get(what) ?? 0) + by);
    },
    broken(kind: Broken, marker: string, detail: string): void {
      violations.push({ kind, marker, detail: detail.slice(0, 500) });
    },
  };
}
export type Book = ReturnType<typeof openBook>;

/** At least a few words, and an end. */
export function isSentence(said: unknown): boolean {
  return typeof said === 'string' && said.trim().split(/\s+/).length >= 3 && /[.!?]["”)]?$/.test(said.trim());
}
