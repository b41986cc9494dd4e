import { readComposition, type Composition, type TiedPosts } from '@pagecast/api/contract';
import { apiQuery, Dialog, IconButton, Problem, Skeleton } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Pencil, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { DeleteTogetherDialog } from './delete-together-dialog.tsx';
import { EditTogetherDialog } from './edit-together-dialog.tsx';
import { RescheduleTogetherDialog } from './reschedule-together-dialog.tsx';
import { countOf } from './worst-status.ts';

const DIALOGS = {
  reschedule: { title: 'Reschedule Together', Body: RescheduleTogetherDialog },
  edit: { title: 'Edit Together', Body: EditTogetherDialog },
  delete: { title: 'Delete Post', Body: DeleteTogetherDialog },
} as const;

/** What is done to the posts of all pages at once. */
export function TogetherActions({ tied }: { tied: TiedPosts }) {
  const [kind, setKind] = useState<keyof typeof DIALOGS | null>(null);
  const close = () => setKind(null);
  const canChange = countOf(tied, ['draft', 'scheduled', 'failed', 'missed']) > 0;
  return (
    <>
      <div className="flex items-center gap-1 lg:-my-1.5 lg:justify-end">
        <IconButton
          label="Reschedule together"
          icon={<CalendarClock aria-hidden />}
          disabled={!canChange}
          onClick={() => setKind('reschedule')}
        />
        <IconButton
          label="Edit text together"
          icon={<Pencil aria-hidden />}
          disabled={!canChange}
          onClick={() => setKind('edit')}
        />
        <IconButton
          label="Delete together"
          icon={<Trash2 aria-hidden />}
          destructive
          disabled={!canChange}
          onClick={() => setKind('delete')}
        />
      </div>
      {kind !== null && (
        <Whole id={tied.compositionId} title={DIALOGS[kind].title} onClose={close}>
          {(composition) => {
            const { Body } = DIALOGS[kind];
            return <Body composition={composition} onClose={close} />;
          }}
        </Whole>
      )}
    </>
  );
}

/** Reads all posts for who is about to change them: a list has only what it shows. */
function Whole({
  id,
  title,
  onClose,
  children,
}: {
  id: number;
  title: string;
  onClose: () => void;
  children: (composition: Composition) => ReactNode;
}) {
  // Read anew for each who opens it: a form must not start from an older text. And read once: news that they are being
  // deleted may come before its answer, and there is nothing left to read then.
  const { data, error, refetch } = useQuery({
    ...apiQuery(readComposition, { params: { id } }),
    gcTime: 0,
    enabled: ({ state }) => state.data === undefined,
  });
  if (data !== undefined) return children(data);
  return (
    <Dialog open onClose={onClose} title={title}>
      {error === null ? (
        <Skeleton rows={3} />
      ) : (
        <Problem error={error} title="We couldn't load these posts" onRetry={() => void refetch()} />
      )}
    </Dialog>
  );
}
