import type { Toast } from '../../kit/index.ts';
import { lastFailure } from './last-failure.ts';
import { readableToast } from './readable-toast.ts';
import { TOAST_DURATION_MS, TOAST_REMOVE_DELAY_MS } from './toast-times.ts';

export interface ToastEntry extends Toast {
  readonly id: number;
  readonly isOpen: boolean;
}

/** At most one toast is open at once; a new one takes the place of the one before. */
export function toastStore() {
  let entries: readonly ToastEntry[] = [];
  let nextId = 1;
  let timer: { handle: ReturnType<typeof setTimeout>; startedAt: number } | null = null;
  let leftMs = TOAST_DURATION_MS;
  const listeners = new Set<() => void>();

  const change = (next: readonly ToastEntry[]) => {
    entries = next;
    for (const listener of listeners) listener();
  };
  const stop = () => {
    if (timer !== null) clearTimeout(timer.handle);
    timer = null;
  };
  const opened = () => entries.find((entry) => entry.isOpen) ?? null;
  const dismiss = () => {
    stop();
    const open = opened();
    if (open === null) return;
    change(entries.map((entry) => (entry === open ? { ...entry, isOpen: false } : entry)));
    setTimeout(() => change(entries.filter((entry) => entry.id !== open.id)), TOAST_REMOVE_DELAY_MS);
  };
  const run = () => {
    stop();
    timer = { handle: setTimeout(dismiss, leftMs), startedAt: Date.now() };
  };

  return {
    notify(given: Toast): void {
      const toast = readableToast(given);
      dismiss();
      leftMs = toast.action?.forMs ?? TOAST_DURATION_MS;
      const details = toast.details ?? (toast.tone === 'destructive' ? lastFailure() : undefined);
      change([...entries, { ...toast, ...(details !== undefined && { details }), id: nextId++, isOpen: true }]);
      run();
    },
    dismiss,
    /** Holds the clock while the person looks at the toast. What runs out elsewhere runs out here as well. */
    pause(): void {
      if (timer === null || opened()?.action?.forMs !== undefined) return;
      leftMs = Math.max(0, leftMs - (Date.now() - timer.startedAt));
      stop();
    },
    resume(): void {
      if (timer === null && entries.some((entry) => entry.isOpen)) run();
    },
    entries: () => entries,
    open: opened,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
export type ToastStore = ReturnType<typeof toastStore>;

export const toasts = toastStore();
