import { listRemotes } from '@pagecast/api/contract';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { limitStreams } from './app/browser/limit-streams.ts';
import { keepDocument, lockGlobals } from './app/browser/lock-globals.ts';
import { watchForMissingFiles } from './app/browser/outdated-page.ts';
import { liveChanges } from './app/events/live-changes.ts';
import { remotes } from './app/remotes/federation.ts';
import { readableReleases } from './app/remotes/readable-releases.ts';
import { canonicalPath, inlinedRegistry, ofCurrent, releaseFor, remoteHosts } from './app/remotes/registry.ts';
import { shellQueryClient } from './app/session/query-client.ts';
import { sessionQuery } from './app/session/session-query.ts';
import { toasts } from './app/toasts/toast-store.ts';
import { openArea, rememberOpen, reportLeftOpen } from './app/visits/left-open.ts';
import { note, noteCaught, watchVisit } from './app/visits/notes.ts';
import { stopPageCircles } from './app/visits/page-circles.ts';
import { apiQuery } from './kit/index.ts';
import './app/styles.css';

/**
 * React keeps what it has shown in an area's place for 300 ms, also when the area comes right after: so the page waits
 * this long for it first.
 */
const MOMENT_MS = 250;

/** Session check and the asked area's code set out together; neither waits for the other. */
function start(): void {
  limitStreams(window);
  lockGlobals(window, 'fetch', 'EventSource');
  lockGlobals(history, 'pushState', 'replaceState');
  keepDocument(document);
  watchVisit(remoteHosts(document));
  void reportLeftOpen();
  stopPageCircles({
    navigation: (window as Partial<Window>).navigation,
    openArea,
    isPressed: () => navigator.userActivation.isActive,
    onCircle: (area) => note({ kind: 'trouble', trouble: 'stuck', ...area }),
  });
  const queryClient = shellQueryClient();
  const live = liveChanges(queryClient);
  const inlined = inlinedRegistry(document);
  const path = canonicalPath(inlined?.remotes ?? [], location.pathname);
  if (path !== location.pathname) history.replaceState(history.state, '', path + location.search + location.hash);
  // Came for nobody: to ask who is in would only be refused.
  if (inlined?.isLoggedIn === false) queryClient.setQueryData(sessionQuery.queryKey, null);
  else void queryClient.prefetchQuery(sessionQuery);
  if (inlined !== null) queryClient.setQueryData(apiQuery(listRemotes).queryKey, { remotes: inlined.remotes });
  const registry = () => readableReleases(queryClient.getQueryData(apiQuery(listRemotes).queryKey)?.remotes);
  watchForMissingFiles(
    ({ pathname }) => ofCurrent(registry(), pathname) !== undefined,
    ({ pathname }) => {
      const of = ofCurrent(registry(), pathname);
      if (of !== undefined) note({ kind: 'trouble', trouble: 'missing-file', name: of.name, version: of.version });
    },
  );
  const asked = inlined === null ? undefined : releaseFor(inlined.remotes, location.pathname);
  const load = async () => {
    if (asked === undefined) return;
    rememberOpen(asked);
    await remotes.load(asked).catch(() => {});
  };
  let area = Promise.resolve();
  // Who is not in needs it after the login: it sets out with their first press.
  if (inlined?.isLoggedIn === false) document.addEventListener('pointerdown', () => void load(), { once: true });
  else area = load();
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no root element');
  void Promise.race([
    area,
    new Promise((resolve) => {
      setTimeout(resolve, MOMENT_MS);
    }),
  ]).then(() => {
    createRoot(root, { onCaughtError: noteCaught }).render(
      <App queryClient={queryClient} loader={remotes} toasts={toasts} live={live} />,
    );
    // Behind the area: the stream keeps one of six connections for good, and the first calls of a screen may need them
    // all.
    if (inlined?.isLoggedIn !== false) live.begin();
  });
}

start();
