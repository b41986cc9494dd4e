import type { Post } from '@pagecast/api/contract';
import { Button, DeletePostDialog, useNavigate, useSearch, PublishNowButton } from '@pagecast/shell/kit';
import { CalendarClock, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { listBehind } from '../post/timeline-address.ts';
import { DELETION } from '../published/deletion-words.ts';
import { PerformanceButton } from '../published/performance-button.tsx';
import { PostDialogs, type OpenPostDialog } from '../scheduled/post-dialogs.tsx';
import { mayBeOut, ResolveButtons } from '../scheduled/resolve-buttons.tsx';
import { useMoves } from '../scheduled/use-moves.ts';
import { isFixed } from '../scheduled/waiting-posts.ts';

/**
 * What can be done with a post, as on the screen where it is listed. `onLeaving`: the post may be gone at any moment,
 * and the person with it.
 */
export function PostActions({ post, onLeaving }: { post: Post; onLeaving: (isLeaving: boolean) => void }) {
  return post.status === 'published' ? <WhenOut post={post} onLeaving={onLeaving} /> : <BeforeItIsOut post={post} />;
}

function WhenOut({ post, onLeaving }: { post: Post; onLeaving: (isLeaving: boolean) => void }) {
  const navigate = useNavigate();
  const [{ from }] = useSearch();
  const [isDeleting, setIsDeleting] = useState(false);
  const ask = (isAsking: boolean) => {
    setIsDeleting(isAsking);
    onLeaving(isAsking);
  };
  const leave = () => {
    onLeaving(true);
    navigate(listBehind(from)?.to ?? '/history');
  };
  return (
    <>
      {post.facebookPostId !== null && <PerformanceButton post={post} variant="secondary" />}
      <Button size="sm" icon={<Trash2 aria-hidden />} className="hover:text-bad" onClick={() => ask(true)}>
        Delete
      </Button>
      {isDeleting && <DeletePostDialog post={post} words={DELETION} onClose={() => ask(false)} onDeleted={leave} />}
    </>
  );
}

function BeforeItIsOut({ post }: { post: Post }) {
  const moves = useMoves();
  const [kind, setKind] = useState<OpenPostDialog['kind'] | null>(null);
  const dialogs = (
    <PostDialogs open={kind === null ? null : { kind, post }} moves={moves} onClose={() => setKind(null)} />
  );
  if (mayBeOut(post))
    return (
      <>
        <ResolveButtons onOpen={setKind} />
        {dialogs}
      </>
    );
  const cannotChange = isFixed(post);
  return (
    <>
      <PublishNowButton post={post} label={post.status === 'failed' ? 'Publish again' : 'Publish now'} />
      <Button
        size="sm"
        icon={<CalendarClock aria-hidden />}
        disabled={cannotChange}
        onClick={() => setKind('reschedule')}
      >
        {post.status === 'draft' ? 'Schedule' : 'Reschedule'}
      </Button>
      <Button size="sm" icon={<Pencil aria-hidden />} disabled={cannotChange} onClick={() => setKind('edit')}>
        Edit
      </Button>
      <Button
        size="sm"
        icon={<Trash2 aria-hidden />}
        className="hover:text-bad"
        disabled={cannotChange}
        onClick={() => setKind('delete')}
      >
        Delete
      </Button>
      {dialogs}
    </>
  );
}
