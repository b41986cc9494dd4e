import {
  Button,
  ButtonLink,
  DevelopmentNote,
  Dialog,
  FacebookPreview,
  formatDateTime,
  useTimeZone,
} from '@pagecast/shell/kit';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { QueueStateBadge } from './queue-words.tsx';
import type { QueueActions, WrittenEntry } from './use-queue-actions.ts';

/** The whole text as followers will see it, and the approval of exactly this text: one that changes under the reader's eyes has to be read again. */
export function PreviewEntryDialog({
  entry,
  actions,
  onClose,
  onEdit,
}: {
  entry: WrittenEntry;
  actions: QueueActions;
  onClose: () => void;
  onEdit: () => void;
}) {
  const when = formatDateTime(entry.dueAt, useTimeZone());
  const [read, setRead] = useState(entry);
  const isOther = read.contentHash !== entry.contentHash;
  const approve = () =>
    actions.approve.mutate(
      { params: { id: read.id }, body: { contentHash: read.contentHash } },
      { onSuccess: onClose },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Review Post"
      description={`As people who follow ${entry.pageName} will see it.`}
      footer={
        <>
          {entry.postId !== null && (
            <ButtonLink to={`/history/post?id=${entry.postId}`} variant="ghost" className="sm:mr-auto">
              Timeline
            </ButtonLink>
          )}
          {entry.state !== 'publishing' && <Button onClick={onEdit}>Edit</Button>}
          {entry.state === 'draft' && !isOther && (
            <Button
              variant="primary"
              icon={<Check aria-hidden />}
              busy={actions.approve.isPending}
              busyLabel="Approving..."
              onClick={approve}
            >
              Approve this text
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <QueueStateBadge state={entry.state} />
        <span className="text-ink-soft">{when}</span>
      </div>
      {isOther && (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-between gap-2 rounded-control bg-warn-soft px-3 py-2 text-warn"
        >
          <p>This text was changed meanwhile.</p>
          <Button size="sm" onClick={() => setRead(entry)}>
            Show the new text
          </Button>
        </div>
      )}
      <DevelopmentNote />
      <div className="flex justify-center">
        <FacebookPreview post={read} page={{ name: entry.pageName, id: entry.pageId }} when={when} />
      </div>
    </Dialog>
  );
}
