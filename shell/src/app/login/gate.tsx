import type { User } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { LoaderCircle } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { Problem } from '../../kit/index.ts';
import { lazyPart } from '../../kit/runtime/lazy-part.tsx';
import { sessionQuery } from '../session/session-query.ts';

const LoginCard = lazyPart(async () => (await import('./login-card.tsx')).LoginCard);

/** Lets nobody past who is not logged in. */
export function Gate({ children }: { children: (user: User) => ReactNode }) {
  const { data: user, error, isPending, refetch } = useQuery(sessionQuery);

  if (isPending) return <Checking />;
  // Who is in stays in when a later look fails.
  if (user === undefined)
    return (
      <main className="mx-auto max-w-lg p-4 pt-[20dvh]">
        <Problem error={error} title="Pagecast could not be opened" onRetry={() => void refetch()} />
      </main>
    );
  if (user === null)
    return (
      <Suspense fallback={<Checking />}>
        <LoginCard />
      </Suspense>
    );
  return children(user);
}

function Checking() {
  return (
    <main className="flex min-h-dvh items-center justify-center gap-3 text-ink-soft" aria-busy="true">
      <LoaderCircle aria-hidden className="size-5 motion-safe:animate-spin" />
      Checking authentication...
    </main>
  );
}
