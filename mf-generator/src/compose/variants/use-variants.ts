import { stopWriting, writeVariants } from '@pagecast/api/contract';
import { callApi, callInChunks, describeOffline, reasonOf, statusOf, useNotify } from '@pagecast/shell/kit';
import { useEffect, useRef, useState, type RefObject } from 'react';
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

function endWriting(running: RefObject<AbortController | null>, latest: RefObject<Run | null>): void {
  const variants = latest.current?.variants ?? [];
  // Before they have numbers, the line is kept to hear them.
  if (variants.every(({ generationId }) => generationId !== 0)) running.current?.abort();
  running.current = null;
  for (const { state, generationId } of variants) if (state === 'writing') stopAtServer(generationId);
}

/** What is written so far: changed at every word, and shown as often as a screen can. */
function useRun() {
  const [run, setRun] = useState<Run | null>(null);
  const latest = useRef<Run | null>(null);
  const frame = useRef(0);
  function set(next: Run | null): void {
    cancelAnimationFrame(frame.current);
    frame.current = 0;
    latest.current = next;
    setRun(next);
  }
  function update(change: Change): void {
    if (latest.current === null) return;
    latest.current = { ...latest.current, variants: latest.current.variants.map(change) };
    if (frame.current === 0) frame.current = requestAnimationFrame(() => set(latest.current));
  }
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  return { run, latest, set, update };
}

/** Has the AI write a post three times at once. They stay until the person leaves, or asks for others. */
export function useVariants() {
  const notify = useNotify();
  const { run, latest, set, update } = useRun();
  const running = useRef<AbortController | null>(null);

  const abort = () => endWriting(running, latest);
  // Who leaves wants them no more.
  useEffect(() => () => endWriting(running, latest), [latest]);

  function fail(error: unknown): void {
    const reason = reasonOf(error, "We couldn't write these.");
    const isEmpty = latest.current?.variants.every(({ text }) => text === '') === true;
    update((one) => brokenOff(one, reason));
    // Where nothing was written there is nothing to keep.
    set(isEmpty ? null : latest.current);
    const description = statusOf(error) === 0 ? reason + PAID_ONCE : reason;
    notify({ tone: 'destructive', title: 'Variants Not Written', description });
  }

  function start(body: GenerationBody): void {
    const offline = describeOffline('Write 3 variants');
    if (offline !== null)
      return notify({ ...offline, description: "Your brief is kept here. Try again once you're back online." });
    abort();
    const own = new AbortController();
    const isMine = () => running.current === own;
    const ifMine = (work: () => void) => (isMine() ? work() : undefined);
    running.current = own;
    set({ variants: beginning(), alike: [] });
    write(body, own.signal, { isMine, onWords: update }).then(
      ({ variants, alike }) =>
        ifMine(() => {
          running.current = null;
          update((one, place) => (variants[place] === undefined ? one : withEnd(one, variants[place])));
          set(latest.current && { ...latest.current, alike });
        }),
      (error: unknown) =>
        ifMine(() => {
          running.current = null;
          fail(error);
        }),
    );
  }

  function stop(place: number): void {
    const variant = latest.current?.variants[place];
    if (variant?.state !== 'writing') return;
    stopAtServer(variant.generationId);
    update((one, at) => (at === place ? stopped(one) : one));
    set(latest.current);
  }

  function stopAll(): void {
    abort();
    update(stopped);
    set(latest.current);
  }

  function close(): void {
    abort();
    set(null);
  }

  return { run, start, stop, stopAll, close };
}
