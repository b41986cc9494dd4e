import type { RemoteRelease } from '@pagecast/api/contract';
import { useEffect, useRef, type ReactNode } from 'react';
import { AreaBoundary } from './area-boundary.tsx';

interface LeavingProps {
  /** What is on the screen. Where it changes, what was there is being left. */
  place: string | number;
  /** Its name, for its error card. */
  label: string;
  /** What is on the screen is all of it. */
  isPage?: boolean;
  /** Whose it is; null for what is the host's own. */
  release: RemoteRelease | null;
  /** Hears of an area that threw while it was being left. */
  onError: (release: RemoteRelease, error: unknown) => void;
  children: ReactNode;
}

/** Outlives the screens below it, and says of what is thrown between two of them whose it is. */
export function LeavingBoundary({ place, label, isPage = false, release, onError, children }: LeavingProps) {
  // Until what was there before is gone with all its cleanups.
  const blamed = useRef(release);
  useEffect(() => {
    const timer = setTimeout(() => {
      blamed.current = release;
    });
    return () => clearTimeout(timer);
  }, [release]);
  const handleError = (error: unknown) => {
    if (blamed.current !== null) onError(blamed.current, error);
    blamed.current = release;
  };
  return (
    <AreaBoundary place={place} label={label} isPage={isPage} onError={handleError}>
      {children}
    </AreaBoundary>
  );
}
