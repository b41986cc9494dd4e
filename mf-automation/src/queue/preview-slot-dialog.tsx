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
import type { QueueActions, WrittenSlot } from './use-queue-actions.ts';

/**
 * The whole text as followers will see it, and the approval of exactly this text: one that changes under the reader's
 * eyes has to be read again.
 */
export function PreviewSlotDialog({
  slot,
  actions,
  onClose,
  onEdit,
}: {
  slot: WrittenSlot;
  actions: QueueActions;
  onClose: () => void;
  onEdit: () => void;
}) {
  const when = formatDateTime(slot.dueAt, useTimeZone());
  const [read, setRead] = useState(slot);
  const isOther = read.contentHash !== slot.contentHash;
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
      description={`As people who follow ${slot.pageName} will see it.`}
      footer={
        <ReviewActions
          slot={slot}
          isOther={isOther}
          isApproving={actions.approve.isPending}
          onEdit={onEdit}
          onApprove={approve}
        />
      }
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <QueueStateBadge state={slot.state} />
        <span className="text-ink-soft">{when}</span>
      </div>
      {isOther && (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-between gap-2 rounded-control bg-warn-soft px-3 py-2 text-warn"
        >
          <p>This post has changed.</p>
          <Button size="sm" onClick={() => setRead(slot)}>
            Show the new version
          </Button>
        </div>
      )}
      <DevelopmentNote />
      <div className="flex justify-center">
        <FacebookPreview post={read} page={{ name: slot.pageName, id: slot.pageId }} when={when} />
      </div>
    </Dialog>
  );
}

function ReviewActions({
  slot,
  isOther,
  isApproving,
  onEdit,
  onApprove,
}: {
  slot: WrittenSlot;
  isOther: boolean;
  isApproving: boolean;
  onEdit: () => void;
  onApprove: () => void;
}) {
  return (
    <>
      {slot.postId !== null && (
        <ButtonLink to={`/history/post?id=${slot.postId}`} variant="ghost" className="sm:mr-auto">
          Timeline
        </ButtonLink>
      )}
      {slot.state !== 'publishing' && <Button onClick={onEdit}>Edit</Button>}
      {slot.state === 'draft' && !isOther && (
        <Button
          variant="primary"
          icon={<Check aria-hidden />}
          busy={isApproving}
          busyLabel="Approving..."
          onClick={onApprove}
        >
          Approve this post
        </Button>
      )}
    </>
  );
}
