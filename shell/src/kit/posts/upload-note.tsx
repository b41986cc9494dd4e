import type { Post } from '@pagecast/api/contract';
import { ProgressBar } from '../ui/progress-bar.tsx';

/** How far the files of a post are on their way to Facebook; a bar as long as there is something to wait for. */
export function UploadNote({ upload: { message, share } }: { upload: NonNullable<Post['upload']> }) {
  return (
    <div className="flex flex-col gap-1 text-xs text-ink-soft">
      <p>{message}</p>
      {share < 1 && <ProgressBar label="On its way to Facebook" value={share} className="w-full max-w-64" />}
    </div>
  );
}
