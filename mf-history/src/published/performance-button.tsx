import { postPerformance, postResults, type Performance, type Post } from '@pagecast/api/contract';
import { Button, callApi, Dialog, reasonOf, refresh, Skeleton, Time, useNotify } from '@pagecast/shell/kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/** Asks Facebook anew at every press: numbers of yesterday would look like numbers of now. */
export function PerformanceButton({ post, variant = 'ghost' }: { post: Post; variant?: 'ghost' | 'secondary' }) {
  const notify = useNotify();
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const performance = useMutation({
    mutationFn: () => callApi(postPerformance, { params: { id: post.id } }),
    // The list beside it shows what was last read.
    onSuccess: () => refresh(client, { touches: [postResults.resource] }),
    onError: (error) => {
      setIsOpen(false);
      notify({
        tone: 'destructive',
        title: 'Performance Error',
        description: reasonOf(error, 'Failed to fetch performance data'),
      });
    },
  });
  const open = () => {
    setIsOpen(true);
    performance.mutate();
  };

  return (
    <>
      <Button size="sm" variant={variant} onClick={open}>
        Performance
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Post Performance"
        description={
          <>
            On {post.pageName ?? 'Unknown Page'}, published{' '}
            {post.publishedAt === null ? 'Unknown' : <Time instant={post.publishedAt} format="history" />}
          </>
        }
      >
        {performance.data === undefined || performance.isPending ? (
          <div aria-busy="true">
            <span className="sr-only">Loading</span>
            <Skeleton className="h-40" />
          </div>
        ) : (
          <Numbers performance={performance.data} />
        )}
      </Dialog>
    </>
  );
}

function Numbers({ performance: { likes, comments, shares, fetchedAt } }: { performance: Performance }) {
  const lines = [
    ['Likes', likes],
    ['Comments', comments],
    ['Shares', shares],
  ] as const;
  return (
    <div>
      <dl className="divide-y divide-line">
        {lines.map(([name, count]) => (
          <div key={name} className="flex justify-between gap-4 py-2">
            <dt className="text-ink-soft">{name}</dt>
            <dd>{count.toLocaleString('en')}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 py-2 font-semibold">
          <dt>Total engagement</dt>
          <dd>{(likes + comments + shares).toLocaleString('en')}</dd>
        </div>
      </dl>
      <p className="mt-2 text-xs text-ink-soft">
        Fetched <Time instant={fetchedAt} format="history" />
      </p>
    </div>
  );
}
