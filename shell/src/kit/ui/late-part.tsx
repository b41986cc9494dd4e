import { TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { MissingBoundary } from '../runtime/missing-boundary.tsx';
import { Button } from './button.tsx';

interface LatePartProps {
  /** What people call it: "{name} didn't load." */
  name: string;
  /** In its place until it is there. */
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * A part of a screen whose code comes late (`lazyPart`). Where that fails to come, its place says so and offers another
 * try. What stands around it, and what is typed there, stays.
 */
export function LatePart({ name, fallback, children }: LatePartProps) {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<'first try' | 'missing' | 'another try' | 'there'>('first try');
  const tryAgain = () => {
    setState('another try');
    setAttempt(attempt + 1);
  };
  const hasLine = state === 'missing' || state === 'another try';
  return (
    <>
      {hasLine && <MissingPart name={name} isComing={state === 'another try'} onAgain={tryAgain} />}
      <MissingBoundary key={attempt} fallback={hasLine ? null : fallback} onMissing={() => setState('missing')}>
        {attempt > 0 && <Arrival onArrival={() => setState('there')} />}
        {children}
      </MissingBoundary>
    </>
  );
}

function MissingPart({ name, isComing, onAgain }: { name: string; isComing: boolean; onAgain: () => void }) {
  const comeBack = useEffectEvent(() => {
    if (!isComing) onAgain();
  });
  useEffect(() => {
    const listen = () => comeBack();
    window.addEventListener('online', listen);
    return () => window.removeEventListener('online', listen);
  }, []);
  return (
    <div data-missing-part className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink-soft">
      <p role="alert" className="flex items-start gap-2">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
        {navigator.onLine ? `${name} didn't load.` : `You're offline. ${name} will load when you're back.`}
      </p>
      <Button size="sm" busy={isComing} busyLabel="Loading..." onClick={onAgain}>
        Try again
      </Button>
    </div>
  );
}

/** Where the focus goes from the button that asked for it, which goes away. */
function Arrival({ onArrival }: { onArrival: () => void }) {
  const place = useRef<HTMLSpanElement>(null);
  const arrive = useEffectEvent(() => {
    if (document.activeElement?.closest('[data-missing-part]') != null) place.current?.focus({ preventScroll: true });
    onArrival();
  });
  useEffect(() => {
    // What did not come after all is gone by then.
    const timer = setTimeout(() => arrive());
    return () => clearTimeout(timer);
  }, []);
  return <span ref={place} tabIndex={-1} className="absolute outline-none" />;
}
