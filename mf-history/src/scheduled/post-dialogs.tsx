import type { Post } from '@pagecast/api/contract';
import { DeletePostDialog, EditPostDialog, type DeletionWords } from '@pagecast/shell/kit';
import { RescheduleDialog } from './reschedule-dialog.tsx';

const DISCARD: DeletionWords = { verb: 'Discard', done: 'Post Discarded', failed: 'Discard Failed', fallback: 'Unknown error' };

export type PostDialogKind = 'reschedule' | 'edit' | 'delete' | 'discard';
export interface OpenPostDialog { kind: PostDialogKind; post: Post }

/** The one dialog that is open, if any. */
export function PostDialogs({ open, onClose }: { open: OpenPostDialog | null; onClose: () => void }) {
  if (open === null) return null;
  if (open.kind === 'reschedule') return <RescheduleDialog post={open.post} onClose={onClose} />;
  if (open.kind === 'edit') return <EditPostDialog post={open.post} onClose={onClose} />;
  if (open.kind === 'discard') return <DeletePostDialog post={open.post} onClose={onClose} words={DISCARD} />;
  return <DeletePostDialog post={open.post} onClose={onClose} />;
}
