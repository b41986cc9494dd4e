import { readPageVoice } from '@pagecast/api/contract';
import {
  apiQuery,
  Card,
  chosenPageId,
  EmptyState,
  Link,
  Loaded,
  PageField,
  ScreenHeading,
  useSearch,
} from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { pages, sharedPages } from '../queries.ts';
import { VoiceForm } from './voice-form.tsx';

/** How a page speaks and what is true of it: the AI writes by it, for posts and for automation. */
export function VoiceScreen() {
  const [search, setSearch] = useSearch();
  const own = useQuery(pages()).data;
  const { data: shared = [] } = useQuery(sharedPages());
  const asked = search['page'] ?? '';
  const theirs = shared.find(({ id }) => String(id) === asked);
  const pageId = theirs === undefined ? chosenPageId(own, asked) : asked;
  return (
    <>
      <ScreenHeading
        title="Page Voice"
        subtitle="How a page speaks and what is true of it. The AI follows it in posts and in automation."
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
        <Card>
          <PageField
            id="voice-page"
            value={pageId}
            more={theirs === undefined ? [] : [theirs]}
            onValueChange={(page) => setSearch({ page })}
          />
        </Card>
        {pageId === '' ? (
          own !== undefined && own.length > 0 && <EmptyState>Choose a page to describe how it speaks.</EmptyState>
        ) : (
          <VoiceOfOne key={pageId} pageId={Number(pageId)} />
        )}
      </div>
    </>
  );
}

function VoiceOfOne({ pageId }: { pageId: number }) {
  const query = useQuery(apiQuery(readPageVoice, { params: { id: pageId } }));
  return (
    <Loaded query={query} rows={8} problemTitle="We couldn't load the voice of this page">
      {(known) => <VoiceForm known={known} />}
    </Loaded>
  );
}
