import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { cn } from './cn.ts';
import { TextInput } from './inputs.tsx';

/** Asks when the person stops typing. */
const PAUSE_MS = 300;

/** A search of one list. `value` is what is searched for now, from the address. */
export function SearchField({
  label,
  placeholder = label,
  value,
  onSearch,
  className,
}: {
  label: string;
  placeholder?: string;
  value: string;
  onSearch: (text: string) => void;
  className?: string;
}) {
  const [typed, setTyped] = useState(value);
  const [asked, setAsked] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // Changed by another hand: Back, or cleared filters. An answer to what was typed leaves alone what was typed since.
    if (value !== asked) {
      setAsked(value);
      setTyped(value);
    }
  }
  const wanted = typed.trim();
  useEffect(() => {
    if (wanted === asked) return;
    const timer = setTimeout(() => {
      setAsked(wanted);
      onSearch(wanted);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <span className={cn('relative block min-w-0', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-soft"
      />
      <TextInput
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        className="pl-9 placeholder:text-ink-soft"
      />
    </span>
  );
}
