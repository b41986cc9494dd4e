import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <p role="alert" className="flex items-center gap-2 bg-warn-soft px-4 py-2 text-warn md:px-6">
      <WifiOff aria-hidden className="size-4 shrink-0" />
      You are offline. What you see may be out of date; scheduled posts still go out.
    </p>
  );
}
