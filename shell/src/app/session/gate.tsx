import type { User } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoaderCircle } from 'lucide-react';
import { LoginButton } from '../facebook/login-button.tsx';
import { CenteredCard } from '../public/centered-card.tsx';
import { LegalLinks } from '../public/legal-links.tsx';
import { Problem } from '../../kit/index.ts';
import { sessionQuery } from './session-query.ts';

/** Lets nobody past who is not logged in. */
export function Gate({ children }: { children: (user: User) => ReactNode }) {
  const { data: user, error, isPending, refetch } = useQuery(sessionQuery);

  if (isPending) {
    return (
      <main className="flex min-h-dvh items-center justify-center gap-3 text-ink-soft" aria-busy="true">
        <LoaderCircle aria-hidden className="size-5 motion-safe:animate-spin" />Checking authentication...
      </main>
    );
  }
  if (error) return <main className="mx-auto max-w-lg p-4 pt-[20dvh]"><Problem error={error} title="Pagecast could not be opened" onRetry={() => void refetch()} /></main>;
  if (user === null) return <LoginCard />;
  return children(user);
}

function LoginCard() {
  return (
    <CenteredCard title="Authentication Required" footer={<LegalLinks />}>
      <p className="text-ink-soft">Please log in with Facebook to manage your pages.</p>
      <LoginButton />
    </CenteredCard>
  );
}
