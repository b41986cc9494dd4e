import { AUTOMATION_TEXT_LENGTH } from '@pagecast/api/contract';
import { countGraphemes, Field, formatDateTime, FormDialog, TextArea, useTimeZone } from '@pagecast/shell/kit';
import { useState } from 'react';
import type { QueueActions, WrittenSlot } from './use-queue-actions.ts';

/**
 * Changes the text of a post to come. The window keeps what is written until it is saved; a text that changed meanwhile
 * is not overwritten.
 */
export function EditSlotDialog({
  slot,
  actions,
  onClose,
}: {
  slot: WrittenSlot;
  actions: QueueActions;
  onClose: () => void;
}) {
  const timeZone = useTimeZone();
  const [content, setContent] = useState(slot.content);
  const [problem, setProblem] = useState<string | null>(null);
  // Of the text that was opened, not of the one the queue has by now.
  const [contentHash] = useState(slot.contentHash);

  function handleSubmit() {
    if (content.trim() === '') return setProblem('Write something, or skip this post.');
    if (content.length > AUTOMATION_TEXT_LENGTH)
      return setProblem(`Keep it to ${AUTOMATION_TEXT_LENGTH.toLocaleString('en')} characters.`);
    actions.edit.mutate({ params: { id: slot.id }, body: { content, contentHash } }, { onSuccess: onClose });
  }

  return (
    <FormDialog
      onClose={onClose}
      title="Edit Post"
      description={`For ${slot.pageName}, ${formatDateTime(slot.dueAt, timeZone)}`}
      submitLabel="Save Changes"
      busy={actions.edit.isPending}
      onSubmit={handleSubmit}
    >
      <Field label="Text" error={problem} hint={`${countGraphemes(content).toLocaleString('en')} characters`}>
        <TextArea
          autosize
          rows={8}
          className="max-h-80"
          value={content}
          onChange={(event) => {
            setContent(event.currentTarget.value);
            setProblem(null);
          }}
        />
      </Field>
    </FormDialog>
  );
}
