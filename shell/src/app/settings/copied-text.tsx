import { Copy } from 'lucide-react';
import { Button, useCopy } from '../../kit/index.ts';

/** A line that is meant to be pasted elsewhere. */
export function CopiedText({ text }: { text: string }) {
  const copy = useCopy();
  return (
    <div className="flex flex-wrap items-center gap-2">
      <code className="min-w-0 flex-1 rounded-control bg-sunken px-3 py-2 text-xs break-all">{text}</code>
      <Button data-begin-here icon={<Copy aria-hidden />} onClick={() => void copy(text)}>
        Copy
      </Button>
    </div>
  );
}
