import { useEffect, useRef, useState } from 'react';
import { reasonOf } from '../runtime/api-error.ts';
import { useNotify } from '../runtime/host.tsx';

/**
 * Runs one generation at a time, with the toasts of its two ends. Cancelling, starting again and leaving the screen end
 * the call silently.
 * @param fallback what to say when the server gave no reason
 */
export function useGeneration(fallback: string) {
  const notify = useNotify();
  const [isRunning, setIsRunning] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      running.current?.abort();
    },
    [],
  );

  async function start<Result>(
    call: (signal: AbortSignal) => Promise<Result>,
    onGenerated: (result: Result) => void,
  ): Promise<void> {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setIsRunning(true);
    try {
      const result = await call(own.signal);
      if (own.signal.aborted) return;
      onGenerated(result);
      notify({ tone: 'default', title: 'Content Generated' });
    } catch (error) {
      if (own.signal.aborted) return;
      notify({ tone: 'destructive', title: 'Generation Failed', description: reasonOf(error, fallback) });
    } finally {
      if (running.current === own) {
        running.current = null;
        setIsRunning(false);
      }
    }
  }

  function cancel(): void {
    running.current?.abort();
    running.current = null;
    setIsRunning(false);
  }

  return { isRunning, start, cancel };
}
