import type { RemoteRelease } from '@pagecast/api/contract';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { HostProvider, useLocation, useMediaQuery, useStickyBar, type HostApi } from '../../kit/index.ts';
import { Late } from '../../kit/runtime/late.tsx';
import { lazyPart } from '../../kit/runtime/lazy-part.tsx';
import type { LiveChanges } from '../events/live-changes.ts';
import { useTokenRefresh } from '../facebook/use-token-refresh.ts';
import { entryFor, navEntries, releaseFor } from '../remotes/registry.ts';
import type { RemoteLoader } from '../remotes/remote-loader.ts';
import { askedOverrides, previews, refusedOverrides } from '../remotes/use-registry.ts';
import { useLogout } from '../session/use-logout.ts';
import { useSavedTheme } from '../theme/use-theme-choice.ts';
import { Banners } from './banners.tsx';
import { Header } from './header.tsx';
import { Sidebar } from './sidebar.tsx';
import { OverrideBanner } from './override-banner.tsx';
import { useReadyWhenIdle } from '../browser/use-ready-when-idle.ts';
import { useHeadingFocus } from '../browser/use-heading-focus.ts';
import { useWaitingCount } from './use-waiting-count.ts';

const OverrideQuestion = lazyPart(async () => (await import('./override-question.tsx')).OverrideQuestion);
const PreviewBanner = lazyPart(async () => (await import('../preview/preview-banner.tsx')).PreviewBanner);
const SidebarDrawer = lazyPart(async () => (await import('./sidebar-drawer.tsx')).SidebarDrawer);

/** Where the drawer stands in for the sidebar: below Tailwind's md. */
const NARROW = '(width < 48rem)';

interface FrameProps {
  host: HostApi;
  registry: readonly RemoteRelease[];
  loader: RemoteLoader;
  live: LiveChanges;
  children: ReactNode;
}

/** What stands around every screen of a logged-in person. */
export function Frame(props: FrameProps) {
  return (
    <HostProvider host={props.host}>
      <FrameContent {...props} />
    </HostProvider>
  );
}

function FrameContent({ host, registry, loader, live, children }: FrameProps) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [wasMenuOpen, setWasMenuOpen] = useState(false);
  const openMenu = () => {
    setIsMenuOpen(true);
    setWasMenuOpen(true);
  };
  const logout = useLogout(host.notify);
  useHeadingFocus(main, pathname);
  useTokenRefresh();
  useSavedTheme();
  useEffect(() => live.want(), [live]);
  // On a phone it is the way to every other area.
  useReadyWhenIdle(SidebarDrawer, useMediaQuery(NARROW));
  const bar = useStickyBar('top');
  const waiting = useWaitingCount();

  const prefetch = (path: string) => {
    const release = releaseFor(registry, path);
    if (release !== undefined) loader.prefetch(release);
  };
  const navigation = {
    entries: navEntries(registry),
    current: entryFor(registry, pathname)?.to,
    waiting,
    onIntent: prefetch,
  };

  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      <Sidebar {...navigation} />
      {(isMenuOpen || wasMenuOpen) && (
        <Late>
          <SidebarDrawer {...navigation} isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)} />
        </Late>
      )}
      <div className="flex min-w-0 grow flex-col">
        <div ref={bar} className="sticky top-0 z-30 print:hidden">
          <Header user={host.user} registry={registry} onMenu={openMenu} onLogout={() => logout.mutate()} />
          <Banners live={live} />
          <OverrideBanner registry={registry} refused={refusedOverrides} />
          {previews.length > 0 && (
            <Late>
              <PreviewBanner previews={previews} registry={registry} />
            </Late>
          )}
          {askedOverrides.length > 0 && (
            <Late>
              <OverrideQuestion asked={askedOverrides} />
            </Late>
          )}
        </div>
        <main id="main" ref={main} tabIndex={-1} className="mx-auto w-full max-w-[1248px] grow p-4 outline-none md:p-6">
          <div data-screen>{children}</div>
        </main>
      </div>
    </div>
  );
}

function SkipLink() {
  return (
    <a
      href="#main"
      className={
        'sr-only z-60 rounded-control bg-accent text-accent-ink focus:not-sr-only focus:fixed focus:top-2 ' +
        'focus:left-2 focus:px-4 focus:py-2'
      }
    >
      Skip to content
    </a>
  );
}
