import { listRecurrences, readRecurrence, type Post } from '@pagecast/api/contract';
import { apiQuery, Button, Dialog, Loaded, todayIso, useTimeZone } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { draftOf, newDraft } from './recurrence-draft.ts';
import { RecurrenceForm } from './recurrence-form.tsx';
import { RecurrenceItem } from './recurrence-item.tsx';

type Shown = 'list' | 'new' | number;

/**
 * What repeats, and the form for it.
 * @param post is to come again, or came of a rule that is to be looked at
 * @param shownId the rule that somebody was led to
 */
export function RepeatingDialog({ post, shownId, onClose }: { post?: Post; shownId?: number; onClose: () => void }) {
  const [shown, setShown] = useState<Shown>(post === undefined ? 'list' : (post.recurrenceId ?? 'new'));
  const today = todayIso(new Date(), useTimeZone());
  const timeZone = useTimeZone();
  // Who came for one post is done with it; who came for the list goes back there.
  const leave = post === undefined ? () => setShown('list') : onClose;
  if (shown === 'list') return <RepeatingList shownId={shownId} onShow={setShown} onClose={onClose} />;
  if (shown === 'new')
    return <RecurrenceForm known={null} first={newDraft(today, timeZone, post)} onClose={leave} onDone={leave} />;
  return <KnownForm id={shown} onClose={leave} />;
}

function RepeatingList({
  shownId,
  onShow,
  onClose,
}: {
  shownId: number | undefined;
  onShow: (shown: Shown) => void;
  onClose: () => void;
}) {
  const query = useQuery(apiQuery(listRecurrences));
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Repeating Posts"
      description="Posts that repeat automatically, and sets of texts that take turns."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => onShow('new')}>
            Repeat a Post
          </Button>
        </>
      }
    >
      <Loaded
        query={query}
        rows={4}
        problemTitle="We couldn't load your repeating posts"
        empty={(all) =>
          all.length === 0 ? (
            <p className="text-ink-soft">
              Nothing repeats yet. Choose a post and its days, and we'll schedule it ahead.
            </p>
          ) : null
        }
      >
        {(all) => (
          <ul className="flex flex-col gap-3">
            {all.map((repeats) => (
              <RecurrenceItem
                key={repeats.id}
                repeats={repeats}
                isShown={repeats.id === shownId}
                onEdit={() => onShow(repeats.id)}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  );
}

/** Read anew for each who opens it: a form must not start from an older text. */
function KnownForm({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery({ ...apiQuery(readRecurrence, { params: { id } }), gcTime: 0 });
  if (query.data !== undefined)
    return <RecurrenceForm known={query.data} first={draftOf(query.data)} onClose={onClose} onDone={onClose} />;
  return (
    <Dialog open wide onClose={onClose} title="Change What Is to Come">
      <Loaded query={query} rows={4} problemTitle="We couldn't load this repeating post">
        {() => null}
      </Loaded>
    </Dialog>
  );
}
