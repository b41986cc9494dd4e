import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';

/**
 * Stands where the text will be while it is being written.
 * @param doing what the AI does with it
 */
export function GeneratingNote({
  onCancel,
  label = 'Cancel',
  doing = 'Writing your content',
}: {
  onCancel: () => void;
  label?: 'Cancel' | 'Stop';
  doing?: string;
}) {
  const seconds = useElapsedSeconds();
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-control border border-line bg-sunken p-4">
      <div className="min-w-40 grow">
        <p role="status">
          {doing}...{' '}
          <span aria-hidden className="text-ink-soft">
            {seconds} s
          </span>
        </p>
        <div role="progressbar" aria-label={doing} className="mt-2 h-1 animate-glow rounded-full bg-accent" />
      </div>
      <Button size="sm" onClick={onCancel}>
        {label}
      </Button>
    </div>
  );
}

function useElapsedSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((passed) => passed + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
