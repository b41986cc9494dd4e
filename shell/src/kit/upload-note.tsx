import type { Post } from '@pagecast/api/contract';

/** How far the files of a post are on their way to Facebook; a bar as long as there is something to wait for. */
export function UploadNote({ upload: { message, share } }: { upload: NonNullable<Post['upload']> }) {
  return (
    <div className="flex flex-col gap-1 text-xs text-ink-soft">
      <p>{message}</p>
      {share < 1 && <progress aria-label="On its way to Facebook" max={1} value={share} className="h-1.5 w-full max-w-64 accent-accent" />}
    </div>
  );
}
