import { listRecurrences } from '@pagecast/api/contract';
import { apiQuery } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { Repeat } from 'lucide-react';

/** That a post came of a rule, and of which. */
export function RepeatsNote({ recurrenceId, onOpen }: { recurrenceId: number; onOpen: () => void }) {
  const { data } = useQuery(apiQuery(listRecurrences));
  const repeats = data?.find(({ id }) => id === recurrenceId);
  const words = repeats === undefined ? 'Repeats' : `Repeats: ${repeats.words}`;
  return (
    <button
      type="button"
      onClick={onOpen}
      className={
        'mt-1 flex min-h-6 max-w-full items-center gap-1 rounded-sm text-xs text-ink-soft hover:underline ' +
        'pointer-coarse:min-h-11'
      }
    >
      <Repeat aria-hidden className="size-3.5 shrink-0" />
      <span title={words} className="line-clamp-1 text-start">
        {words}
      </span>
    </button>
  );
}
