import { Images } from 'lucide-react';

/** In place of files, where there are none. */
export function LibraryEmpty({ children }: { children: string }) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-10 text-center text-ink-soft">
      <Images aria-hidden className="size-8 stroke-1" />
      <p className="max-w-[56ch]">{children}</p>
    </div>
  );
}
