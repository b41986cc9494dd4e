import { deletionStatus } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleHelp, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { apiQuery, Badge, Button, Problem, Skeleton, statusOf, Time } from '../../kit/index.ts';

/** What became of one deletion, by the code that was given to whoever asked for it. */
export function DeletionStatus({ code }: { code: string }) {
  const { data, error, isFetching, refetch } = useQuery(apiQuery(deletionStatus, { params: { code } }));
  if (data?.status === 'done') {
    return (
      <Told
        badge={
          <Badge tone="ok" icon={<CircleCheck aria-hidden />}>
            Deleted
          </Badge>
        }
        code={code}
      >
        Everything Pagecast kept about you has been deleted. Requested <Time instant={data.requestedAt} />
        {data.finishedAt !== null && (
          <>
            , finished <Time instant={data.finishedAt} />
          </>
        )}
        .
      </Told>
    );
  }
  if (data !== undefined) {
    return (
      <Told
        badge={
          <Badge tone="warn" icon={<LoaderCircle aria-hidden />}>
            In progress
          </Badge>
        }
        code={code}
        action={
          <Button busy={isFetching} busyLabel="Checking..." onClick={() => void refetch()}>
            Check again
          </Button>
        }
      >
        We're deleting your data. Requested <Time instant={data.requestedAt} />. It finishes once posts being published
        right now are done.
      </Told>
    );
  }
  const status = statusOf(error);
  if (status === 404 || status === 400) {
    return (
      <Told badge={<Badge icon={<CircleHelp aria-hidden />}>Not found</Badge>} code={code}>
        No deletion has this code. Please check the address you were given.
      </Told>
    );
  }
  if (error) return <Problem error={error} title="We couldn't load the status" onRetry={() => void refetch()} />;
  return <Skeleton className="h-32" />;
}

function Told({
  badge,
  code,
  action,
  children,
}: {
  badge: ReactNode;
  code: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section
      aria-label="Status of your deletion"
      role="status"
      className="flex flex-col items-start gap-3 rounded-card border border-line bg-surface p-5"
    >
      {badge}
      <p>{children}</p>
      <p className="text-sm text-ink-soft">
        Confirmation code <span className="font-mono wrap-anywhere">{code}</span>
      </p>
      {action}
    </section>
  );
}
