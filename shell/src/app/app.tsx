import { CSPProvider } from '@base-ui/react/csp-provider';
import { HOST_PATHS, type HostPath, type RemoteRelease, type User } from '@pagecast/api/contract';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { BrowserRouter, matchPath, Navigate, useLocation } from 'react-router-dom';
import { Problem, type HostApi } from '../kit/index.ts';
import { Late } from '../kit/runtime/late.tsx';
import { lazyPart } from '../kit/runtime/lazy-part.tsx';
import type { LiveChanges } from './events/live-changes.ts';
import { Frame } from './frame/frame.tsx';
import { PublicImpersonationBanner } from './frame/impersonation-banner.tsx';
import { routerSeam } from './frame/router-seam.tsx';
import { useTitle } from './browser/use-title.ts';
import { Area } from './remotes/area.tsx';
import { AreaBoundary } from './remotes/area-boundary.tsx';
import { LeavingBoundary } from './remotes/leaving-boundary.tsx';
import { entryFor } from './remotes/registry.ts';
import type { RemoteLoader } from './remotes/remote-loader.ts';
import { useRegistry } from './remotes/use-registry.ts';
import { useTakenPage } from './remotes/use-taken-page.ts';
import { Gate } from './login/gate.tsx';
import type { ToastStore } from './toasts/toast-store.ts';
import { ToasterBoundary } from './toasts/toaster-boundary.tsx';
import { Toaster } from './toasts/toaster.tsx';

const PrivacyPolicyPage = lazyPart(async () => (await import('./public/privacy-policy-page.tsx')).PrivacyPolicyPage);
const TermsOfServicePage = lazyPart(
  async () => (await import('./public/terms-of-service-page.tsx')).TermsOfServicePage,
);
const UserDataDeletionPage = lazyPart(
  async () => (await import('./public/user-data-deletion-page.tsx')).UserDataDeletionPage,
);
const AppReviewPage = lazyPart(async () => (await import('./public/app-review-page.tsx')).AppReviewPage);
const UnauthorizedScreen = lazyPart(async () => (await import('./public/unauthorized-screen.tsx')).UnauthorizedScreen);
const PreviewScreen = lazyPart(async () => (await import('./preview/preview-screen.tsx')).PreviewScreen);
const SettingsScreen = lazyPart(async () => (await import('./settings/settings-screen.tsx')).SettingsScreen);
const ReconnectDialog = lazyPart(async () => (await import('./login/reconnect-dialog.tsx')).ReconnectDialog);
const NotFoundScreen = lazyPart(async () => (await import('./public/not-found-screen.tsx')).NotFoundScreen);

export interface AppProps {
  queryClient: QueryClient;
  loader: RemoteLoader;
  toasts: ToastStore;
  live: LiveChanges;
}

/** The whole host. */
export function App(props: AppProps) {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={props.queryClient}>
        <BrowserRouter>
          <AreaBoundary label="Pagecast" isPage>
            <Suspense>
              <Screens {...props} />
            </Suspense>
          </AreaBoundary>
        </BrowserRouter>
        <ToasterBoundary store={props.toasts}>
          <Toaster store={props.toasts} />
        </ToasterBoundary>
      </QueryClientProvider>
    </CSPProvider>
  );
}

/**
 * The screen of the address. All paths are plain, so the router only says whether one is meant: its tree of routes
 * would be 3 kB for nothing.
 */
function Screens({ loader, toasts, live }: AppProps) {
  const { pathname } = useLocation();
  const { registry, isPending, problem } = useRegistry();
  const taken = useTakenPage(registry, pathname);
  const pages = [
    ...registry.flatMap((release) =>
      release.paths.map((path) => ({ path, release, label: entryFor(registry, path)?.label })),
    ),
    ...(taken === null ? [] : [taken]),
  ];
  const isAsked = (path: string) => matchPath(path, pathname) !== null;
  const own = HOST_PATHS.find(isAsked);
  const page = own === undefined ? pages.find(({ path }) => isAsked(path)) : undefined;
  const { path = pathname, release = null, label = page === undefined ? 'This page' : 'This area' } = page ?? {};
  const leaving = { place: path, release, onError: loader.reportLeft };
  const framed = (screen: (host: HostApi) => ReactNode) => (
    <Gate>
      {(user) => (
        <Hosted user={user} registry={registry} loader={loader} toasts={toasts} live={live}>
          {(host) => (
            <LeavingBoundary label={label} {...leaving}>
              {screen(host)}
            </LeavingBoundary>
          )}
        </Hosted>
      )}
    </Gate>
  );
  const screen = () => {
    if (own !== undefined) return hostScreens({ toasts, registry, framed })[own];
    if (release === null) return framed(() => <Elsewhere isPending={isPending} problem={problem} />);
    return framed((host) => (
      <RemoteScreen key={path} path={path} release={release} label={label} loader={loader} host={host} />
    ));
  };
  return (
    <LeavingBoundary label="Pagecast" isPage {...leaving}>
      {screen()}
    </LeavingBoundary>
  );
}

/** The host's own screens. */
function hostScreens({
  toasts,
  registry,
  framed,
}: Pick<AppProps, 'toasts'> & {
  registry: readonly RemoteRelease[];
  framed: (screen: () => ReactNode) => ReactNode;
}): Record<HostPath, ReactNode> {
  const forEverybody = (screen: ReactNode) => (
    <>
      <PublicImpersonationBanner notify={toasts.notify} />
      {screen}
    </>
  );
  return {
    '/privacy-policy': forEverybody(<PrivacyPolicyPage />),
    '/terms-of-service': forEverybody(<TermsOfServicePage />),
    '/user-data-deletion': forEverybody(<UserDataDeletionPage />),
    '/app-review-demo': forEverybody(<AppReviewPage notify={toasts.notify} />),
    '/unauthorized': forEverybody(<UnauthorizedScreen notify={toasts.notify} />),
    '/dashboard': <Navigate to="/" replace />,
    '/preview': framed(() => (
      <AreaBoundary key="preview" label="Preview">
        <PreviewScreen registry={registry} />
      </AreaBoundary>
    )),
    '/settings': framed(() => (
      <AreaBoundary key="settings" label="Settings">
        <SettingsScreen />
      </AreaBoundary>
    )),
  };
}

/** At an address that is no area's, as far as the areas are known. */
function Elsewhere({ isPending, problem }: Pick<ReturnType<typeof useRegistry>, 'isPending' | 'problem'>) {
  if (problem)
    return <Problem error={problem.error} title="We couldn't load Pagecast's areas" onRetry={problem.retry} />;
  return isPending ? null : <NotFoundScreen />;
}

function Hosted({
  user,
  registry,
  loader,
  toasts,
  live,
  children,
}: Omit<AppProps, 'queryClient'> & {
  user: User;
  registry: readonly RemoteRelease[];
  children: (host: HostApi) => ReactNode;
}) {
  const [isReconnecting, setIsReconnecting] = useState(false);
  const [wasReconnecting, setWasReconnecting] = useState(false);
  // Frozen: all areas and the frame have the same one.
  const host = useMemo<HostApi>(
    () =>
      Object.freeze({
        version: 1,
        user: Object.freeze({ ...user }),
        router: routerSeam,
        notify: toasts.notify,
        // In somebody's place a login at Facebook would be one's own.
        ...(!user.impersonatedBy && {
          reconnect() {
            setIsReconnecting(true);
            setWasReconnecting(true);
          },
        }),
      }),
    [user, toasts],
  );
  return (
    <Frame host={host} registry={registry} loader={loader} live={live}>
      <Suspense>{children(host)}</Suspense>
      {wasReconnecting && (
        <Late>
          <ReconnectDialog isOpen={isReconnecting} onClose={() => setIsReconnecting(false)} />
        </Late>
      )}
    </Frame>
  );
}

function RemoteScreen({
  path,
  release,
  label,
  loader,
  host,
}: {
  path: string;
  release: RemoteRelease;
  label: string;
  loader: RemoteLoader;
  host: HostApi;
}) {
  useTitle(label);
  return <Area release={release} path={path} label={label} host={host} loader={loader} />;
}
