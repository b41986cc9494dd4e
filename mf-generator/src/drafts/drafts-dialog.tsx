import { listDrafts, type DraftSummary, type FacebookPage, networkFacts } from '@pagecast/api/contract';
import {
  apiQuery,
  Badge,
  Button,
  ConfirmDialog,
  Dialog,
  EmptyState,
  IconButton,
  Problem,
  reasonOf,
  Skeleton,
  Time,
  useNotify,
  WaitsForConnection,
} from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { FilePen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { pages } from '../queries.ts';
import type { DraftStore } from './draft-store.ts';

/** Drafts to come back to, the newest first. */
export function DraftsDialog({ openKey, store, onClose }: { openKey: string; store: DraftStore; onClose: () => void }) {
  const notify = useNotify();
  const [doomed, setDoomed] = useState<DraftSummary | null>(null);
  const open = (key: string) => {
    store
      .open(key)
      .then(onClose, (error: unknown) =>
        notify({ tone: 'destructive', title: 'Draft Not Opened', description: reasonOf(error, 'Please try again.') }),
      );
  };
  const remove = () => {
    if (doomed !== null) void store.remove(doomed.key).then(() => notify({ tone: 'default', title: 'Draft Deleted' }));
    setDoomed(null);
  };
  return (
    <>
      <Dialog open onClose={onClose} title="Drafts" description="Posts you haven't published or scheduled yet.">
        <DraftList openKey={openKey} onOpen={open} onDelete={setDoomed} />
      </Dialog>
      <ConfirmDialog
        open={doomed !== null}
        onClose={() => setDoomed(null)}
        onConfirm={remove}
        destructive
        title="Delete this draft?"
        message="Your text will be deleted. This can't be undone."
        confirmLabel="Delete draft"
      />
    </>
  );
}

function DraftList({
  openKey,
  onOpen,
  onDelete,
}: {
  openKey: string;
  onOpen: (key: string) => void;
  onDelete: (draft: DraftSummary) => void;
}) {
  const { data, error, isPending, fetchStatus, refetch } = useQuery({
    ...apiQuery(listDrafts),
    refetchOnMount: 'always',
  });
  const known = useQuery(pages()).data;
  if (isPending) return fetchStatus === 'paused' ? <WaitsForConnection /> : <Skeleton rows={3} />;
  if (error)
    return (
      <Problem
        title="We couldn't load your drafts"
        error={error}
        onRetry={() => {
          void refetch();
        }}
      />
    );
  if (data.length === 0)
    return (
      <EmptyState icon={<FilePen />}>No drafts yet. What you write is saved here until you publish it.</EmptyState>
    );
  return (
    <ul className="-mx-2 flex flex-col divide-y divide-line">
      {data.map((draft) => (
        <DraftRow
          key={draft.key}
          draft={draft}
          place={placeOf(draft, known)}
          isOpen={draft.key === openKey}
          onOpen={onOpen}
          onDelete={onDelete}
        />
      ))}
    </ul>
  );
}

function DraftRow({
  draft,
  place,
  isOpen,
  onOpen,
  onDelete,
}: {
  draft: DraftSummary;
  place: string;
  isOpen: boolean;
  onOpen: (key: string) => void;
  onDelete: (draft: DraftSummary) => void;
}) {
  const words = draft.excerpt === '' ? 'Nothing written yet' : draft.excerpt;
  return (
    <li className="flex items-center gap-2 px-2 py-3">
      <div className="min-w-0 grow">
        <p dir="auto" className="line-clamp-2 wrap-anywhere">
          {words}
        </p>
        <p className="mt-0.5 text-xs text-ink-soft">
          {place} · <Time instant={draft.updatedAt} format="relative" />
        </p>
      </div>
      {isOpen ? (
        <Badge>Open now</Badge>
      ) : (
        <Button size="sm" aria-label={`Open draft: ${words}`} onClick={() => onOpen(draft.key)}>
          Open
        </Button>
      )}
      <IconButton
        destructive
        label={`Delete draft: ${words}`}
        icon={<Trash2 aria-hidden />}
        onClick={() => onDelete(draft)}
      />
    </li>
  );
}

function placeOf({ platform, pageId }: DraftSummary, pages: readonly FacebookPage[] | undefined): string {
  const { hasPages, title } = networkFacts(platform);
  if (!hasPages) return title;
  return pages?.find(({ id }) => String(id) === pageId)?.name ?? 'No page chosen';
}
