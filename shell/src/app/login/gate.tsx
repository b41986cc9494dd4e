import type { User } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { LoaderCircle } from 'lucide-react';
import { Suspense, useEffect, type ReactNode } from 'react';
import { Problem } from '../../kit/index.ts';
import { Late } from '../../kit/runtime/late.tsx';
import { lazyPart } from '../../kit/runtime/lazy-part.tsx';
import { sessionQuery } from '../session/session-query.ts';
import { useLastKnown } from '../session/use-last-known.ts';
import { reloadWithFreshPages } from './fresh-reload.ts';
import { useSessionEnd } from './use-session-end.ts';

const LoginCard = lazyPart(async () => (await import('./login-card.tsx')).LoginCard);
const LoginAgain = lazyPart(async () => (await import('./login-again.tsx')).LoginAgain);

/** Lets nobody past who is not logged in. */
export function Gate({ children }: { children: (user: User) => ReactNode }) {
  const { data, error, isPending, refetch } = useQuery(sessionQuery);
  // Who is in stays in when a later look fails.
  const user = useLastKnown(data);

  if (user === undefined && isPending) return <Checking />;
  if (user === undefined)
    return (
      <main className="mx-auto max-w-lg p-4 pt-[20dvh]">
        <Problem error={error} title="We couldn't open Pagecast" onRetry={() => void refetch()} />
      </main>
    );
  if (user === null)
    return (
      <Suspense fallback={<Checking />}>
        <LoginCard />
      </Suspense>
    );
  return <Inside>{children(user)}</Inside>;
}

/** The screen of who is in. It stays under their hands when the session ends, with the login over it. */
function Inside({ children }: { children: ReactNode }) {
  const state = useSessionEnd();
  if (state === 'replaced') return <StartAnew />;
  return (
    <>
      <div className="contents" inert={state === 'ended'}>
        {children}
      </div>
      {state === 'ended' && (
        <Late>
          <LoginAgain />
        </Late>
      )}
    </>
  );
}

/** Reloads in the place of the screen: with the screen went what would ask before it goes. */
function StartAnew() {
  useEffect(reloadWithFreshPages, []);
  return <Checking />;
}

function Checking() {
  return (
    <main className="flex min-h-dvh items-center justify-center gap-3 text-ink-soft" aria-busy="true">
      <LoaderCircle aria-hidden className="size-5 motion-safe:animate-spin" />
      Checking authentication...
    </main>
  );
}
