import type { Post, Resolution } from '@pagecast/api/contract';
import { Dialog, DeletePostDialog, EditPostDialog, LateWindow, lazyPart, Problem, Skeleton } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Day } from './calendar/calendar-days.ts';
import { onePost } from './queries.ts';
import { RepeatingDialog } from './recurring/repeating-button.tsx';
import type { Movable, Moves } from './use-moves.ts';

const DuplicateDialog = /* @__PURE__ */ lazyPart(async () => (await import('./duplicate-dialog.tsx')).DuplicateDialog);
const RescheduleDialog = /* @__PURE__ */ lazyPart(
  async () => (await import('./reschedule-dialog.tsx')).RescheduleDialog,
);
const ResolveDialog = /* @__PURE__ */ lazyPart(async () => (await import('./resolve-dialog.tsx')).ResolveDialog);

/** As much of a post as every view of this screen has. */
export type PostInSight = Post | Movable;
/** How a doubt about a post that may be out is ended. */
export type Resolving = Resolution;
/** What somebody wants to do with a post. All but a move to its page's next free slot ask something first. */
export type PostDialogKind = 'reschedule' | 'next-slot' | 'edit' | 'duplicate' | 'repeat' | 'delete' | Resolving;
export interface OpenPostDialog {
  readonly kind: Exclude<PostDialogKind, 'next-slot'>;
  readonly post: PostInSight;
  /** Of a reschedule: the day that was chosen already. */
  readonly day?: Day;
}

export type ShowDialog = (kind: PostDialogKind, post: PostInSight, day?: Day) => void;

/** The one dialog that is open, if any. */
export function PostDialogs({
  open,
  moves,
  onClose,
}: {
  open: OpenPostDialog | null;
  moves: Moves;
  onClose: () => void;
}) {
  if (open === null) return null;
  const { kind, post, day } = open;
  if (kind === 'reschedule')
    return (
      <LateWindow onClose={onClose}>
        <RescheduleDialog post={post} day={day} moves={moves} onClose={onClose} />
      </LateWindow>
    );
  if (kind === 'delete') return <DeletePostDialog post={{ ...post, facebookPostId: null }} onClose={onClose} />;
  if (kind === 'out' || kind === 'not-out' || kind === 'forget') {
    return (
      <WholePost post={post} title="Was it published?" onClose={onClose}>
        {(whole) => (
          <LateWindow onClose={onClose}>
            <ResolveDialog post={whole} as={kind} onClose={onClose} />
          </LateWindow>
        )}
      </WholePost>
    );
  }
  if (kind === 'repeat')
    return (
      <WholePost post={post} title="Repeat a Post" onClose={onClose}>
        {(whole) => (
          <LateWindow onClose={onClose}>
            <RepeatingDialog post={whole} onClose={onClose} />
          </LateWindow>
        )}
      </WholePost>
    );
  if (kind === 'duplicate')
    return (
      <WholePost post={post} title="Duplicate Post" onClose={onClose}>
        {(whole) => (
          <LateWindow onClose={onClose}>
            <DuplicateDialog post={whole} onClose={onClose} />
          </LateWindow>
        )}
      </WholePost>
    );
  return (
    <WholePost post={post} title="Edit Post" onClose={onClose}>
      {(whole) => <EditPostDialog post={whole} onClose={onClose} />}
    </WholePost>
  );
}

/**
 * Hands on a post that is there in whole; of others a calendar has the first words only, or an address just the id, and
 * they are read first.
 */
export function WholePost({
  post,
  title,
  isInAddress = false,
  onClose,
  children,
}: {
  post: PostInSight | { id: number };
  title: string;
  isInAddress?: boolean;
  onClose: () => void;
  children: (post: Post) => ReactNode;
}) {
  const known = 'content' in post ? post : undefined;
  const { data = known, error, refetch } = useQuery({ ...onePost(post.id), enabled: known === undefined });
  if (data !== undefined) return children(data);
  return (
    <Dialog open isInAddress={isInAddress} onClose={onClose} title={title}>
      {error === null ? (
        <Skeleton rows={3} />
      ) : (
        <Problem error={error} title="We couldn't load this post" onRetry={() => void refetch()} />
      )}
    </Dialog>
  );
}
