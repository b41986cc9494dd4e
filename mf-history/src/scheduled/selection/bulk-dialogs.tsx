import { BULK_MAX_DAYS, type BulkChangeInput } from '@pagecast/api/contract';
import {
  Button,
  CancelButton,
  ConfirmDialog,
  Dialog,
  Field,
  PageSelect,
  TextInput,
  useSpacingMinutes,
} from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allPages } from '../queries.ts';
import { postsCount } from './describe-bulk.ts';

export type BulkDialogKind = BulkChangeInput['kind'];

interface Props {
  readonly count: number;
  readonly onClose: () => void;
  readonly onRun: (change: BulkChangeInput) => void;
}

/** What is to be known before many posts are changed. */
export function BulkDialog({ kind, ...props }: Props & { kind: BulkDialogKind }) {
  const { count, onClose, onRun } = props;
  switch (kind) {
    case 'move':
      return <MoveDialog {...props} />;
    case 'page':
      return <PageDialog {...props} />;
    case 'slots':
      return (
        <ConfirmDialog
          open
          title="Move to free slots"
          message={`Move ${postsCount(count)} to the next free slots of their pages, in the order of their times?`}
          confirmLabel={`Move ${count}`}
          onClose={onClose}
          onConfirm={() => onRun({ kind })}
        />
      );
    case 'publish':
      return <PublishDialog {...props} />;
    case 'delete':
      return (
        <ConfirmDialog
          open
          destructive
          title="Delete Posts"
          message={`Delete ${postsCount(count)}? You can undo this for an hour.`}
          confirmLabel={`Delete ${count}`}
          onClose={onClose}
          onConfirm={() => onRun({ kind })}
        />
      );
  }
}

function PublishDialog({ count, onClose, onRun }: Props) {
  const spacingMinutes = useSpacingMinutes();
  return (
    <ConfirmDialog
      open
      title="Publish Now"
      message={
        `Publish ${postsCount(count)} now? Each page publishes one, and posts of a page stay ${spacingMinutes} ` +
        'minutes apart: the others keep their times. You have a few seconds to undo it.'
      }
      confirmLabel={`Publish ${count}`}
      onClose={onClose}
      onConfirm={() => onRun({ kind: 'publish' })}
    />
  );
}

function MoveDialog({ count, onClose, onRun }: Props) {
  const [days, setDays] = useState('1');
  const wanted = Number(days);
  const isWrong = !Number.isInteger(wanted) || wanted === 0 || Math.abs(wanted) > BULK_MAX_DAYS;
  return (
    <Dialog
      open
      savesAtOnce
      onClose={onClose}
      title={`Move ${postsCount(count)}`}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" disabled={isWrong} onClick={() => onRun({ kind: 'move', days: wanted })}>
            Move {count}
          </Button>
        </>
      }
    >
      <Field label="Days" hint={`Later, or earlier with a minus. Up to ${BULK_MAX_DAYS}. Times of day stay the same.`}>
        <TextInput
          type="number"
          inputMode="numeric"
          min={-BULK_MAX_DAYS}
          max={BULK_MAX_DAYS}
          value={days}
          onChange={(event) => setDays(event.currentTarget.value)}
        />
      </Field>
    </Dialog>
  );
}

function PageDialog({ count, onClose, onRun }: Props) {
  const [pageId, setPageId] = useState('');
  const pages = useQuery(allPages()).data ?? [];
  return (
    <Dialog
      open
      savesAtOnce
      onClose={onClose}
      title={`Change page of ${postsCount(count)}`}
      description="Times stay the same. Posts that would be too close to others of the page stay where they are."
      footer={
        <>
          <CancelButton />
          <Button
            variant="primary"
            disabled={pageId === ''}
            onClick={() => onRun({ kind: 'page', facebookPageId: Number(pageId) })}
          >
            Change page
          </Button>
        </>
      }
    >
      <PageSelect pages={pages} value={pageId} onValueChange={setPageId} />
    </Dialog>
  );
}
