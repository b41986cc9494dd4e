import { deleteFeed, updateFeed, type Feed } from '@pagecast/api/contract';
import {
  Badge,
  ConfirmDialog,
  IconButton,
  reasonOf,
  Switch,
  Time,
  useApiMutation,
  useNotify,
} from '@pagecast/shell/kit';
import { Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';

/** A feed with what it has made, and how it is paused and deleted. */
export function FeedRow({ feed, pageName }: { feed: Feed; pageName: string }) {
  const notify = useNotify();
  const [isDoomed, setIsDoomed] = useState(false);
  const failed = (title: string) => (error: Error) =>
    notify({ tone: 'destructive', title, description: reasonOf(error, 'Please try again.') });
  const pausing = useApiMutation(updateFeed, { onError: failed('Feed Not Changed') });
  const removal = useApiMutation(deleteFeed, {
    onSuccess: () => notify({ tone: 'default', title: 'Feed Deleted' }),
    onError: failed('Feed Not Deleted'),
  });
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0">
      <div className="min-w-48 grow basis-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span dir="auto" className="wrap-anywhere">
            {feed.title}
          </span>
          {feed.isPaused && <Badge>Paused</Badge>}
        </p>
        <FeedFacts feed={feed} pageName={pageName} />
      </div>
      <div className="flex items-center gap-2">
        <Switch
          label={`Follow ${feed.title}`}
          hideLabel
          checked={!feed.isPaused}
          onCheckedChange={(isOn) => pausing.mutate({ params: { id: feed.id }, body: { isPaused: !isOn } })}
        />
        <IconButton
          destructive
          label={`Delete feed: ${feed.title}`}
          icon={<Trash2 aria-hidden />}
          onClick={() => setIsDoomed(true)}
        />
      </div>
      <ConfirmDialog
        open={isDoomed}
        onClose={() => setIsDoomed(false)}
        onConfirm={() => {
          setIsDoomed(false);
          removal.mutate({ params: { id: feed.id } });
        }}
        destructive
        title="Delete this feed?"
        message="It won't make any more drafts. Drafts it has already made stay."
        confirmLabel="Delete feed"
      />
    </li>
  );
}

function FeedFacts({ feed, pageName }: { feed: Feed; pageName: string }) {
  return (
    <>
      <p className="text-sm text-ink-soft wrap-anywhere">{feed.address}</p>
      <p className="mt-1 text-sm text-ink-soft wrap-anywhere">
        {pageName} · {described(feed)}
        {feed.lastReadAt !== null && (
          <>
            {' '}
            · read <Time instant={feed.lastReadAt} format="relative" />
          </>
        )}
      </p>
      {feed.problem !== null && !feed.isPaused && (
        <p className="mt-1 flex gap-2 text-sm">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          <span>
            {feed.problem} We keep trying, at least once a day.
            {feed.failingSince !== null && (
              <>
                {' '}
                It hasn&apos;t worked since <Time instant={feed.failingSince} />.
              </>
            )}
          </span>
        </p>
      )}
    </>
  );
}

function described({ drafts, mostADay, wordsIn, wordsOut, language }: Feed): string {
  return [
    `${drafts} ${drafts === 1 ? 'draft' : 'drafts'} in 30 days`,
    `at most ${mostADay} a day`,
    language,
    ...(wordsIn.length === 0 ? [] : [`only with ${wordsIn.join(', ')}`]),
    ...(wordsOut.length === 0 ? [] : [`never with ${wordsOut.join(', ')}`]),
  ].join(' · ');
}
