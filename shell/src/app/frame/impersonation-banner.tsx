import { stopImpersonation, type User } from '@pagecast/api/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserRoundCog } from 'lucide-react';
import { useEffect, useState } from 'react';
import { callApi, reasonOf, resetClient, type HostApi } from '../../kit/index.ts';
import { keepNote } from '../browser/keep-note.ts';
import { nameOf, sessionQuery } from '../session/session-query.ts';

const MINUTE_MS = 60_000;

/**
 * Until when somebody acts for another in this browser: for the screens that ask nobody who they are. Goes with the
 * storage when the place is given back.
 */
// Named as in earlier releases: what an older shell has put down is read too.
const IMPERSONATION_KEY = 'pagecast.acting';

type Notify = HostApi['notify'];

/** Stands on every screen while an administrator impersonates somebody, with the way back. */
export function ImpersonationBanner({ user, notify }: { user: User; notify: Notify }) {
  return user.impersonatedBy ? <Standing user={user} until={user.impersonatedBy.until} notify={notify} /> : null;
}

/** The same on the screens that need no login. They do not ask who is there otherwise. */
export function PublicImpersonationBanner({ notify }: { notify: Notify }) {
  const [isImpersonating] = useState(() => Date.parse(localStorage.getItem(IMPERSONATION_KEY) ?? '') > Date.now());
  const { data: user } = useQuery({ ...sessionQuery, enabled: isImpersonating });
  return user ? <ImpersonationBanner user={user} notify={notify} /> : null;
}

function Standing({ user, until, notify }: { user: User; until: string; notify: Notify }) {
  const client = useQueryClient();
  const minutes = useMinutesLeft(until);
  useEffect(() => keepNote('localStorage', IMPERSONATION_KEY, until), [until]);
  const stop = useMutation({
    mutationFn: () => callApi(stopImpersonation),
    onSuccess: () => {
      notify({ tone: 'default', title: 'Mock User Cleared', description: 'The page reloads as you.' });
      return resetClient(client);
    },
    onError: (error) =>
      notify({
        tone: 'destructive',
        title: 'Failed to Clear Mock User',
        description: reasonOf(error, 'An error occurred'),
      }),
  });
  return (
    <section aria-label="Mock user" className="flex items-center gap-3 bg-accent-soft px-4 py-1.5 text-accent md:px-6">
      <UserRoundCog aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 wrap-anywhere">
        You're acting as <strong className="font-semibold">{nameOf(user)}</strong>, {leftWords(minutes)}.
      </p>
      <button
        type="button"
        aria-disabled={stop.isPending}
        onClick={() => {
          if (!stop.isPending) stop.mutate();
        }}
        className={
          'inline-flex min-h-7 shrink-0 items-center rounded-control border border-current px-2.5 font-medium ' +
          'hover:bg-surface pointer-coarse:min-h-11'
        }
      >
        {stop.isPending ? 'Stopping...' : 'Stop'}
      </button>
    </section>
  );
}

/** Whole minutes, rounded up. When they are over the person is themselves again, so the page starts anew. */
function useMinutesLeft(until: string): number {
  const client = useQueryClient();
  const [now, setNow] = useState(Date.now);
  const minutes = Math.ceil((new Date(until).getTime() - now) / MINUTE_MS);
  const isOver = minutes <= 0;
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS / 6);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (isOver) void resetClient(client);
  }, [isOver, client]);
  return minutes;
}

function leftWords(minutes: number): string {
  if (minutes <= 0) return 'and the time is up';
  return minutes === 1 ? 'for less than a minute' : `for ${minutes} more minutes`;
}
