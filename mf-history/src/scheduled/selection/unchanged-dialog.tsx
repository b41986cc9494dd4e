import { Button, Dialog, Time } from '@pagecast/shell/kit';
import { byReason, postsCount } from './describe-bulk.ts';
import type { Kept } from './use-bulk-change.ts';

/** Which posts were left as they are, by the reason in words. */
export function UnchangedDialog({ kept, onClose }: { kept: Kept; onClose: () => void }) {
  const { title, unchanged, anyway } = kept;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`${title}: ${postsCount(unchanged.length)}`}
      footer={
        <>
          {anyway !== null && (
            <Button
              onClick={() => {
                onClose();
                anyway.run();
              }}
            >
              Move {anyway.count} anyway
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            OK
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {byReason(unchanged).map(({ message, posts }) => (
          <section key={message} className="flex flex-col gap-1">
            <h3 className="font-medium wrap-anywhere">
              {message} <span className="font-normal text-ink-soft">({posts.length.toLocaleString('en')})</span>
            </h3>
            <ul className="flex flex-col gap-1 text-ink-soft">
              {posts.map(({ postId, excerpt, pageName, scheduledAt }) => (
                <li key={postId} className="flex flex-wrap gap-x-2">
                  <span dir="auto" className="line-clamp-1 min-w-0 wrap-anywhere text-ink">
                    {excerpt ?? 'A deleted post'}
                  </span>
                  {pageName !== null && <span className="wrap-anywhere">{pageName}</span>}
                  {scheduledAt !== null && <Time instant={scheduledAt} />}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
