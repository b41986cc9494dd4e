import { facebookLogin, listPages, type FacebookPage, type User, PROBLEM_ACTION } from '@pagecast/api/contract';
import { useQueryClient } from '@tanstack/react-query';
import { apiQuery, Button, Dialog, refresh, useNotify, useUser, type Toast } from '../../kit/index.ts';
import { LoginOutcomes } from './login-outcomes.tsx';
import { SdkUnavailable } from './sdk-unavailable.tsx';
import { reloadWithFreshPages } from './fresh-reload.ts';
import { useFacebookLogin } from './use-facebook-login.ts';
import { useSdk } from '../facebook/use-sdk.ts';

/**
 * The login at Facebook once more, from any screen: the server reads all pages anew, and what waited on them goes on.
 */
export function ReconnectDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const notify = useNotify();
  const user = useUser();
  const { data: connection, error, isFetching, refetch } = useSdk();
  const login = useFacebookLogin(async (loggedIn: User) => {
    // Somebody else is in now, and nothing on this screen is theirs.
    if (loggedIn.id !== user.id) return reloadWithFreshPages();
    onClose();
    refresh(client, { touches: [...facebookLogin.touches, 'notifications'] });
    notify(await client.fetchQuery({ ...apiQuery(listPages), staleTime: 0 }).then(outcomeOf, () => UNKNOWN));
  });
  const isWorking = login.state.step === 'working';

  return (
    <>
      <Dialog
        open={isOpen}
        onClose={onClose}
        title="Reconnect your pages"
        description="Log in with Facebook again. This reconnects all your pages at once."
        footer={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="primary"
              busy={connection === undefined || isWorking}
              busyLabel={isWorking ? 'Waiting for Facebook...' : 'Loading Facebook...'}
              onClick={() => {
                if (connection !== undefined) login.start(connection);
              }}
            >
              Continue with Facebook
            </Button>
          </>
        }
      >
        {error !== null && !isFetching && <SdkUnavailable error={error} onRetry={() => void refetch()} />}
        <p className="text-ink-soft">
          Choose the same pages in Facebook's window. Scheduled posts stay on schedule. Posts on hold go out once their
          page works again.
        </p>
      </Dialog>
      <LoginOutcomes login={login} connection={connection} />
    </>
  );
}

/** Logged in for sure; the list of pages did not come, and the screen says so where it stands. */
const UNKNOWN: Toast = {
  tone: 'default',
  title: 'Logged In Again',
  description: "Your pages are up to date. Check Settings to see that they're all connected.",
};

function outcomeOf(pages: readonly FacebookPage[]): Toast {
  const broken = pages.filter(({ problem }) => problem?.action === PROBLEM_ACTION.reconnect);
  if (broken.length === 0)
    return {
      tone: 'default',
      title: 'Pages Reconnected',
      description: 'All your pages work. Held posts are being published now; the rest stay on schedule.',
    };
  return {
    tone: 'destructive',
    title: "Some Pages Still Don't Work",
    description: broken.map(({ name, problem }) => `${name}: ${problem?.message ?? ''}`).join(' '),
  };
}
