import { listFeeds, type Feed } from '@pagecast/api/contract';
import { apiQuery, Card, EmptyState, Link, Loaded, ScreenHeading } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { Rss } from 'lucide-react';
import { pages } from '../queries.ts';
import { FeedForm } from './feed-form.tsx';
import { FeedRow } from './feed-row.tsx';

/** News of other sites that become drafts for a page. */
export function FeedsScreen() {
  const query = useQuery(apiQuery(listFeeds));
  return (
    <>
      <ScreenHeading
        title="Feeds"
        subtitle="Follow the news of other sites. New items become drafts for you to review. Nothing is published."
      />
      <div className="flex flex-col gap-4">
        <p>
          <Link
            to="/content-generator"
            className="inline-flex min-h-6 items-center text-accent underline pointer-coarse:min-h-11"
          >
            Back to the Content Generator
          </Link>
        </p>
        <Card title="Follow a feed">
          <FeedForm />
        </Card>
        <Card title="Your feeds">
          <Loaded query={query} rows={3} problemTitle="We couldn't load your feeds">
            {(feeds) => <FeedList feeds={feeds} />}
          </Loaded>
        </Card>
      </div>
    </>
  );
}

function FeedList({ feeds }: { feeds: readonly Feed[] }) {
  const { data: known = [] } = useQuery(pages());
  if (feeds.length === 0)
    return (
      <EmptyState icon={<Rss />}>No feeds yet. Add one above, and its newest item becomes your first draft.</EmptyState>
    );
  return (
    <ul className="flex flex-col divide-y divide-line">
      {feeds.map((feed) => (
        <FeedRow
          key={feed.id}
          feed={feed}
          pageName={known.find(({ id }) => id === feed.facebookPageId)?.name ?? 'Unknown page'}
        />
      ))}
    </ul>
  );
}
