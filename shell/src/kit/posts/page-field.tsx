import { listPages, type FacebookPage, PROBLEM_ACTION } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../runtime/api-query.ts';
import { Link } from '../runtime/host.tsx';
import { PageSelect } from './page-select.tsx';
import { ReconnectButton } from './reconnect-button.tsx';
import { Problem, Skeleton } from '../ui/screen-parts.tsx';
import { WaitsForConnection } from '../ui/waits-for-connection.tsx';

/**
 * Which page a post is for: only connected ones can be chosen, and without any page there is nothing to choose. `id`
 * lets others send the focus here.
 */
export function PageField({
  id,
  value,
  more = [],
  onValueChange,
}: {
  id: string;
  value: string;
  /** Pages of others that can be chosen too. */
  more?: readonly FacebookPage[];
  onValueChange: (pageId: string) => void;
}) {
  const { data, error, isPending, fetchStatus, refetch } = useQuery(apiQuery(listPages));

  if (isPending && fetchStatus === 'paused') return <WaitsForConnection />;
  if (isPending) return <Skeleton className="h-15.5 pointer-coarse:h-17.5" />;
  if (error)
    return (
      <Problem
        title="We couldn't load your pages"
        error={error}
        onRetry={() => {
          void refetch();
        }}
      />
    );
  if (data.length + more.length === 0)
    return <Hint>No Facebook page is connected yet. Pages are added automatically at login.</Hint>;
  const choices = [...data.filter((page) => page.isConnected), ...more];
  const lost = data.filter(isLost).map(({ name }) => name);
  if (choices.length === 0)
    return lost.length > 0 ? <LostPages names={lost} /> : <Hint>None of your pages is connected right now.</Hint>;

  return (
    <>
      <PageSelect id={id} pages={choices} value={value} onValueChange={onValueChange} />
      {lost.length > 0 && <LostPages names={lost} />}
    </>
  );
}

function isLost({ isConnected, problem }: FacebookPage): boolean {
  return !isConnected && problem?.action === PROBLEM_ACTION.reconnect;
}

const NAMED = 3;

/** Why a page is missing from the list, and the way to bring it back. */
function LostPages({ names }: { names: readonly string[] }) {
  const more = names.length - NAMED;
  const listed = new Intl.ListFormat('en').format([...names.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])]);
  return (
    <div
      className={
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-warn-soft px-3 py-2 ' +
        'text-warn'
      }
    >
      <p>
        {listed} can't be chosen until you reconnect {names.length === 1 ? 'it' : 'them'}.
      </p>
      <ReconnectButton variant="secondary" />
    </div>
  );
}

function Hint({ children }: { children: string }) {
  return (
    <p className="rounded-control bg-warn-soft px-3 py-2 text-warn">
      {children}{' '}
      <Link to="/settings" className="font-medium underline">
        Open Settings
      </Link>
    </p>
  );
}
