/** What spans say beside their times: never what was in it, so no texts, tokens, names of people or values. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A step that a trace shows, named by its kind of work and not by what it was about. */
export interface Step {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'consumer';
  readonly attributes?: Attributes;
  /** The step that caused it in another process, as W3C's `traceparent` has it. */
  readonly parent?: string | null;
  /** Only as a part of something: what the clock does all day is no trace of its own. */
  readonly isPart?: boolean;
}

/** What is known of a step only while it is made. */
export interface Note {
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** It came to nothing, without an exception. */
  fail(): void;
}

export interface Tracing {
  trace<T>(step: Step, run: (note: Note) => Promise<T>): Promise<T>;
  /** The current step, by which another process goes on; null outside of every one. */
  traceparent(): string | null;
  /** Sends what is not sent yet. */
  stop(): Promise<void>;
}

const NOTHING: Note = { rename() {}, set() {}, fail() {} };

/** Of the whole process, as the work in it goes through many hands. */
let current: Tracing | null = null;

export function installTracing(tracing: Tracing | null): void {
  current = tracing;
}

export const isTracing = (): boolean => current !== null;

/** Runs it as a step of the current trace. Where nothing is traced, it only runs. */
export function traced<T>(step: () => Step, run: (note: Note) => Promise<T>): Promise<T> {
  return current === null ? run(NOTHING) : current.trace(step(), run);
}

export const traceparent = (): string | null => current?.traceparent() ?? null;

export const stopTracing = async (): Promise<void> => current?.stop();
