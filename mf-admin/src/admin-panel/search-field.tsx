import { cn } from '@pagecast/shell/kit';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

/** Asks when the person stops typing. */
const PAUSE_MS = 300;

/** A search of one list. `value` is what is searched for now, from the address. */
export function SearchField({ label, placeholder, value, onSearch, className }: {
  label: string; placeholder: string; value: string; onSearch: (text: string) => void; className?: string;
}) {
  const [text, setText] = useState(value);
  const search = useRef(onSearch);
  useEffect(() => { search.current = onSearch; });
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => search.current(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <span className={cn('relative block min-w-0', className)}>
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-soft" />
      <input
        type="search" aria-label={label} placeholder={placeholder} maxLength={100} value={text} onChange={(event) => setText(event.currentTarget.value)}
        className="h-9 w-full min-w-0 rounded-control border border-line-strong bg-surface pr-3 pl-9 text-sm text-ink placeholder:text-ink-soft pointer-coarse:h-11 pointer-coarse:text-base"
      />
    </span>
  );
}
