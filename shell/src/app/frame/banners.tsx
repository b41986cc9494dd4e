import { readStatus } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { CirclePause, RefreshCw, ServerOff, Sparkles, WifiOff } from 'lucide-react';
import { useSyncExternalStore, type ReactNode } from 'react';
import { apiQuery, cn, useHost } from '../../kit/index.ts';
import { isOnline, subscribeToNetwork } from '../browser/network.ts';
import { isPageOutdated, subscribeToOutdated } from '../browser/outdated-page.ts';
import type { LiveChanges } from '../events/live-changes.ts';
import { ImpersonationBanner } from './impersonation-banner.tsx';
import { useIdle } from '../browser/use-idle.ts';

/** What everybody must know before trusting the screen below, most severe first. */
export function Banners({ live }: { live: LiveChanges }) {
  const { user, notify } = useHost();
  const hasNetwork = useSyncExternalStore(subscribeToNetwork, isOnline);
  const isOverdue = useSyncExternalStore(live.subscribe, live.isOverdue);
  const isOutdated = useSyncExternalStore(subscribeToOutdated, isPageOutdated);
  const { data: status, error } = useQuery({ ...apiQuery(readStatus), enabled: useIdle() });
  return (
    <>
      {status?.hold && (
        <Banner tone="bad" icon={<CirclePause aria-hidden />}>
          Pagecast was restored from a backup. Your posts are safe, but nothing goes out until your administrator has
          checked what was published since.
        </Banner>
      )}
      {status?.loop.isRunning === false && !status.hold && (
        <Banner tone="bad" icon={<CirclePause aria-hidden />}>
          Publishing has stopped. Your posts are safe, but nothing goes out until it runs again. Ask your administrator
          to restart Pagecast.
        </Banner>
      )}
      <ImpersonationBanner user={user} notify={notify} />
      {isOutdated && (
        <Banner tone="warn" icon={<Sparkles aria-hidden />}>
          There's a new version of Pagecast, and part of this page can't open anymore. Your drafts are saved.{' '}
          <ReloadButton />
        </Banner>
      )}
      {!hasNetwork && (
        <Banner tone="warn" icon={<WifiOff aria-hidden />}>
          You're offline, so this screen may be out of date. Your scheduled posts still go out.
        </Banner>
      )}
      {hasNetwork &&
        isOverdue &&
        (error !== null ? (
          <Banner tone="warn" icon={<ServerOff aria-hidden />}>
            We can't reach Pagecast, so this screen may be out of date. Your scheduled posts are safe: they go out as
            long as our server is running.
          </Banner>
        ) : (
          <Banner tone="warn" icon={<RefreshCw aria-hidden />}>
            Live updates aren't working, so this screen may be out of date. <ReloadButton />
          </Banner>
        ))}
    </>
  );
}

function ReloadButton() {
  return (
    <button type="button" className="font-medium underline" onClick={() => location.reload()}>
      Reload the page
    </button>
  );
}

function Banner({ tone, icon, children }: { tone: 'warn' | 'bad'; icon: ReactNode; children: ReactNode }) {
  return (
    <p
      role="alert"
      className={cn(
        'flex items-start gap-2 px-4 py-2 md:px-6 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0',
        tone === 'bad' ? 'bg-bad-soft font-medium text-bad' : 'bg-warn-soft text-warn',
      )}
    >
      {icon}
      <span>{children}</span>
    </p>
  );
}
