import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { remotes } from './app/remotes/federation.ts';
import { readRegistry, releaseFor } from './app/remotes/registry.ts';
import { shellQueryClient } from './app/session/query-client.ts';
import { sessionQuery } from './app/session/session-query.ts';
import { toasts } from './app/toasts/toast-store.ts';
import './app/styles.css';

/** Session check and the asked area's code set out together; neither waits for the other. */
async function start(): Promise<void> {
  const queryClient = shellQueryClient();
  void queryClient.prefetchQuery(sessionQuery);
  const registry = await readRegistry(document).catch((error: unknown) => {
    console.error('The list of areas could not be read', error);
    return [];
  });
  const asked = releaseFor(registry, location.pathname);
  if (asked !== undefined) remotes.load(asked).catch(() => {});
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no root element');
  createRoot(root).render(<App queryClient={queryClient} registry={registry} loader={remotes} toasts={toasts} />);
}

void start();
