import type { Post, PostStatus } from '@pagecast/api/contract';
import type { ReactNode } from 'react';
import { StatusBadge } from '../ui/badge.tsx';
import { cn } from '../ui/cn.ts';
import { DevelopmentNote } from './development-mode.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FacebookDetails } from './facebook-details.tsx';
import { FacebookPreview } from './facebook-preview.tsx';
import { formatDateTime, formatRelative } from '../time/format-time.ts';
import { useTimeZone } from '../runtime/host.tsx';
import { previewOf } from './preview-of.ts';
import { UploadNote } from './upload-note.tsx';

/** What waits is not lost, and does not look as if it were. */
const PROBLEM_STYLES: Record<PostStatus, string> = {
  draft: 'bg-warn-soft text-warn',
  scheduled: 'bg-warn-soft text-warn',
  publishing: 'bg-sunken text-ink-soft',
  published: 'bg-bad-soft text-bad',
  failed: 'bg-bad-soft text-bad',
  missed: 'bg-bad-soft text-bad',
};

/** A post as it will look, with its state and what stands in its way. `actions` go into the footer. */
export function ReviewPostDialog({
  post,
  onClose,
  actions,
  isInAddress = false,
}: {
  post: Post;
  onClose: () => void;
  actions?: ReactNode;
  isInAddress?: boolean;
}) {
  const timeZone = useTimeZone();
  const pageName = post.pageName ?? 'Unknown Page';
  return (
    <Dialog
      open
      isInAddress={isInAddress}
      onClose={onClose}
      title="Review Post"
      description={`As people who follow ${pageName} will see it.`}
      footer={actions}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge status={post.status === 'scheduled' && post.problem !== null ? 'at-risk' : post.status} />
        <span className="text-ink-soft">
          {post.scheduledAt === null
            ? 'No time set'
            : `${formatDateTime(post.scheduledAt, timeZone)}, ${formatRelative(post.scheduledAt)}`}
        </span>
      </div>
      {post.upload ? (
        <UploadNote upload={post.upload} />
      ) : (
        post.problem !== null && (
          <div className={cn('flex flex-col gap-1 rounded-control px-3 py-2', PROBLEM_STYLES[post.status])}>
            <p>{post.problem.message}</p>
            <FacebookDetails fault={post.problem.facebook} />
          </div>
        )
      )}
      <DevelopmentNote />
      <div className="flex justify-center">
        <FacebookPreview
          post={previewOf(post)}
          page={{ name: pageName, id: post.facebookPageId }}
          when={post.scheduledAt === null ? 'Not scheduled' : formatDateTime(post.scheduledAt, timeZone)}
        />
      </div>
    </Dialog>
  );
}
