import { connectPage, FACEBOOK_PERMISSIONS } from '@pagecast/api/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import {
  AlertDialog,
  Badge,
  Button,
  Card,
  Problem,
  Skeleton,
  statusOf,
  useApiMutation,
  useNotify,
  useUser,
} from '../../kit/index.ts';
import { nameOf } from '../session/session-query.ts';
import { useLogout } from '../session/use-logout.ts';
import { LoginButton } from '../login/login-button.tsx';
import { PageList } from './page-list.tsx';
import { sdkSession } from '../facebook/sdk.ts';
import { allSdkPages, syncPages, type SdkPage } from '../facebook/sdk-pages.ts';
import { sdkQuery } from '../facebook/use-sdk.ts';

/** The way in, for who is not connected to Facebook in this browser. */
export function ConnectPagesCard() {
  return (
    <Card title="Connect Facebook Pages" description="Log in with Facebook to connect the pages you manage.">
      <div className="flex flex-col gap-4">
        <div className="max-w-sm">
          <LoginButton />
        </div>
        <div>
          <p className="mb-2 text-xs text-ink-soft">Required permissions</p>
          <ul className="flex flex-wrap gap-2">
            {FACEBOOK_PERMISSIONS.map((name) => (
              <li key={name} className="max-w-full">
                <Badge className="font-mono break-all">{name}</Badge>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Card>
  );
}

const LISTED = 'The pages that Facebook lets you manage.';

/** What Facebook lists for the person; null where nobody is logged in there in this browser. */
function useSdkPages() {
  const client = useQueryClient();
  return useQuery({
    queryKey: ['facebook-sdk', 'pages'],
    queryFn: async () => {
      const { sdk } = await client.fetchQuery(sdkQuery);
      return (await sdkSession(sdk)) === null ? null : await allSdkPages(sdk);
    },
  });
}

/** The pages that Facebook lists for the person, each with a button to connect it. */
export function ConnectionCard() {
  const client = useQueryClient();
  const user = useUser();
  const logout = useLogout(useNotify());
  const { data: pages, error, isPending, isFetching, refetch } = useSdkPages();

  if (isPending)
    return (
      <Card title={`Connected as ${nameOf(user)}`} description={LISTED}>
        {/* As high as the way in, which is what mostly comes. */}
        <Skeleton rows={3} rowClassName="h-9" />
      </Card>
    );
  if (error)
    return <Problem error={error} title="We couldn't list your Facebook pages" onRetry={() => void refetch()} />;
  if (pages === null) return <ConnectPagesCard />;

  const handleRefresh = async () => {
    const { data } = await refetch();
    if (data) await syncPages(client, data);
  };

  return (
    <Card
      title={`Connected as ${nameOf(user)}`}
      description={LISTED}
      actions={
        <>
          <Button
            icon={<RefreshCw aria-hidden />}
            busy={isFetching}
            busyLabel="Refreshing..."
            onClick={() => void handleRefresh()}
          >
            Refresh Pages
          </Button>
          <Button busy={logout.isPending} onClick={() => logout.mutate()}>
            Logout
          </Button>
        </>
      }
    >
      {pages.length === 0 ? (
        <p className="text-ink-soft">
          Facebook lists no pages for you. Create one there, or ask for a role that can create content. Then press
          Refresh Pages.
        </p>
      ) : (
        <PageList pages={pages} row={(page) => <ConnectRow key={page.id} page={page} />} />
      )}
    </Card>
  );
}

function ConnectRow({ page }: { page: SdkPage }) {
  const [said, setSaid] = useState<string | null>(null);
  const connect = useApiMutation(connectPage, {
    onSuccess: () => setSaid(`Successfully connected ${page.name}!`),
    onError: (error) =>
      setSaid(
        statusOf(error) === 0
          ? 'Error connecting page. Please try again.'
          : 'Failed to connect page. Please try again.',
      ),
  });
  const handleConnect = () =>
    connect.mutate({
      body: {
        name: page.name,
        pageId: page.id,
        accessToken: page.access_token ?? '',
        isActive: true,
        isConnected: true,
      },
    });
  return (
    <li className="flex items-center justify-between gap-4 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{page.name}</p>
        <p className="font-mono text-xs text-ink-soft">ID: {page.id}</p>
      </div>
      <Button
        busy={connect.isPending}
        busyLabel="Connecting..."
        onClick={handleConnect}
        aria-label={`Connect ${page.name}`}
      >
        Connect
      </Button>
      <AlertDialog open={said !== null} onClose={() => setSaid(null)} title="Connect page" message={said ?? ''} />
    </li>
  );
}
