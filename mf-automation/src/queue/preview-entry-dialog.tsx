import { Button, DevelopmentNote, Dialog, FacebookPreview, formatDateTime, useTimeZone } from '@pagecast/shell/kit';
import { Check } from 'lucide-react';
import { QueueStateBadge } from './queue-words.tsx';
import type { QueueActions, WrittenEntry } from './use-queue-actions.ts';

/** The whole text as followers will see it, and the approval of exactly this text. */
export function PreviewEntryDialog({ entry, actions, onClose, onEdit }: { entry: WrittenEntry; actions: QueueActions; onClose: () => void; onEdit: () => void }) {
  const when = formatDateTime(entry.dueAt, useTimeZone());
  const approve = () => actions.approve.mutate({ params: { id: entry.id }, body: { contentHash: entry.contentHash } }, { onSuccess: onClose });
  return (
    <Dialog
      open onClose={onClose} title="Review Post" description={`As people who follow ${entry.pageName} will see it.`}
      footer={entry.state !== 'publishing' && (
        <>
          <Button onClick={onEdit}>Edit</Button>
          {entry.state === 'draft' && <Button variant="primary" icon={<Check aria-hidden />} busy={actions.approve.isPending} busyLabel="Approving..." onClick={approve}>Approve this text</Button>}
        </>
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1"><QueueStateBadge state={entry.state} /><span className="text-ink-soft">{when}</span></div>
      <DevelopmentNote />
      <div className="flex justify-center"><FacebookPreview post={entry} page={{ name: entry.pageName, id: entry.pageId }} when={when} /></div>
    </Dialog>
  );
}
