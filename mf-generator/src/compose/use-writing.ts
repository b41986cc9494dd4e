import { useGeneration } from '@pagecast/shell/kit';
import { useRef, useState } from 'react';

/**
 * A text that is being written: shown as it grows, kept also when it is stopped or breaks off. It goes on for its draft
 * while another one is open.
 */
export function useWriting<Written>({
  key,
  fallback,
  onWritten,
}: {
  /** Of the draft that is open. */
  key: string;
  fallback: string;
  onWritten: (written: Written) => void;
}) {
  const generation = useGeneration(fallback);
  const [soFar, setSoFar] = useState<Written | null>(null);
  const [keyOfWritten, setKeyOfWritten] = useState(key);
  const isOfThis = keyOfWritten === key;
  const frame = useRef(0);
  /** Ends the writing that runs, with what came of it. */
  const keep = useRef(() => {});

  /** @param write makes the call, and hands over the whole as far as it is written */
  function start(
    write: (signal: AbortSignal, update: (next: (before: Written | null) => Written) => void) => Promise<Written>,
  ): void {
    setKeyOfWritten(key);
    let latest: Written | null = null;
    let hasEnded = false;
    const show = () => {
      frame.current = 0;
      setSoFar(latest);
    };
    // Words come faster than a screen can show them.
    const update = (next: (before: Written | null) => Written) => {
      latest = next(latest);
      if (frame.current === 0) frame.current = requestAnimationFrame(show);
    };
    const end = (written: Written | null) => {
      if (hasEnded) return;
      hasEnded = true;
      cancelAnimationFrame(frame.current);
      frame.current = 0;
      setSoFar(null);
      if (written !== null) onWritten(written);
    };
    keep.current = () => end(latest);
    void generation.start(async (signal) => {
      try {
        return await write(signal, update);
      } catch (error) {
        end(latest);
        throw error;
      }
    }, end);
  }

  function stop(): void {
    generation.cancel();
    keep.current();
  }

  return { isRunning: generation.isRunning && isOfThis, soFar: isOfThis ? soFar : null, start, stop };
}
