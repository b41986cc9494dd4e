import { stopWriting, writeVariants } from '@pagecast/api/contract';
import { callApi, callInChunks, describeOffline, reasonOf, statusOf, type Toast } from '@pagecast/shell/kit';
import type { GenerationBody } from '../read-draft.ts';
import { beginning, brokenOff, stopped, withEnd, withWords, type Variant } from './variant-state.ts';

interface Run {
  readonly variants: readonly Variant[];
  readonly alike: readonly (readonly [number, number])[];
}

/** Without an answer the same request again carries the same key. */
const PAID_ONCE = " Try again: you won't pay for these twice.";

const stopAtServer = (generationId: number) => {
  if (generationId !== 0) void callApi(stopWriting, { params: { id: generationId } }).catch(() => {});
};

type Change = (variant: Variant, place: number) => Variant;

interface Writing {
  readonly isMine: () => boolean;
  /** Takes what came of one of them. */
  readonly onWords: (change: Change) => void;
}

/** The call that writes them. One that was stopped before it had a number is stopped when it has one. */
const write = (body: GenerationBody, signal: AbortSignal, { isMine, onWords }: Writing) =>
  callInChunks(writeVariants, { body, signal }, ({ place, text, generationId, ended }) => {
    if (!isMine()) {
      if (text === '' && ended === undefined) stopAtServer(generationId);
      return;
    }
    onWords((one, at) => {
      if (at !== place) return one;
      return ended === undefined ? withWords(one, text, generationId) : withEnd(one, ended);
    });
  });

/** What is written so far: changed at every word, and shown as often as a screen can. */
function runStore() {
  let latest: Run | null = null;
  let shown: Run | null = null;
  let frame = 0;
  const listeners = new Set<() => void>();
  function set(next: Run | null): void {
    cancelAnimationFrame(frame);
    frame = 0;
    latest = next;
    shown = next;
    for (const listener of listeners) listener();
  }
  return {
    latest: () => latest,
    shown: () => shown,
    set,
    update(change: Change): void {
      if (latest === null) return;
      latest = { ...latest, variants: latest.variants.map(change) };
      if (frame === 0) frame = requestAnimationFrame(() => set(latest));
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
type RunStore = ReturnType<typeof runStore>;

/** The call that runs, if one does. */
function runningCall({ latest }: RunStore) {
  let running: AbortController | null = null;
  return {
    abort(): void {
      const variants = latest()?.variants ?? [];
      // Before they have numbers, the line is kept to hear them.
      if (variants.every(({ generationId }) => generationId !== 0)) running?.abort();
      running = null;
      for (const { state, generationId } of variants) if (state === 'writing') stopAtServer(generationId);
    },
    begin() {
      const own = new AbortController();
      running = own;
      const isMine = () => running === own;
      return {
        signal: own.signal,
        isMine,
        /** Takes what it ended with, unless it is not wanted any more. */
        endWith(work: () => void): void {
          if (!isMine()) return;
          running = null;
          work();
        },
      };
    },
  };
}

function fail({ latest, set, update }: RunStore, error: unknown, notify: (toast: Toast) => void): void {
  const reason = reasonOf(error, "We couldn't write these.");
  const isEmpty = latest()?.variants.every(({ text }) => text === '') === true;
  update((one) => brokenOff(one, reason));
  // Where nothing was written there is nothing to keep.
  set(isEmpty ? null : latest());
  const description = statusOf(error) === 0 ? reason + PAID_ONCE : reason;
  notify({ tone: 'destructive', title: 'Variants Not Written', description });
}

/** Has the AI write a post three times at once. They stay until others are asked for, or somebody closes them. */
export function variantRun() {
  const store = runStore();
  const { latest, set, update, shown, subscribe } = store;
  const call = runningCall(store);

  function start(body: GenerationBody, notify: (toast: Toast) => void): void {
    const offline = describeOffline('Write 3 variants');
    if (offline !== null)
      return notify({ ...offline, description: "Your brief is kept here. Try again once you're back online." });
    call.abort();
    const { signal, isMine, endWith } = call.begin();
    set({ variants: beginning(), alike: [] });
    write(body, signal, { isMine, onWords: update }).then(
      ({ variants, alike }) =>
        endWith(() => {
          update((one, place) => (variants[place] === undefined ? one : withEnd(one, variants[place])));
          const now = latest();
          set(now && { ...now, alike });
        }),
      (error: unknown) => endWith(() => fail(store, error, notify)),
    );
  }

  function stop(place: number): void {
    const variant = latest()?.variants[place];
    if (variant?.state !== 'writing') return;
    stopAtServer(variant.generationId);
    update((one, at) => (at === place ? stopped(one) : one));
    set(latest());
  }

  function stopAll(): void {
    call.abort();
    update(stopped);
    set(latest());
  }

  function close(): void {
    call.abort();
    set(null);
  }

  return { shown, subscribe, start, stop, stopAll, close };
}
export type VariantRun = ReturnType<typeof variantRun>;
