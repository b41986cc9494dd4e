import { Button, LatePart, lazyPart, Skeleton } from '@pagecast/shell/kit';
import { Link2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { DraftSource } from '../drafts/draft.ts';

/** Most texts are about no page of others: what it takes comes with its first use. */
const SourceForm = /* @__PURE__ */ lazyPart(async () => (await import('./source-form.tsx')).SourceForm);
const SourceCard = /* @__PURE__ */ lazyPart(async () => (await import('./source-card.tsx')).SourceCard);

interface Props {
  readonly source: DraftSource | undefined;
  /** The AI writes at this moment. */
  readonly isBusy: boolean;
  readonly onSource: (source: DraftSource | undefined) => void;
}

const focusOnMount = (element: HTMLElement | null) => element?.focus();

/** The page or file that a text is about; without one, the way to it. */
export function SourcePart({ source, isBusy, onSource }: Props) {
  const part = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const ref = hasFocus ? focusOnMount : undefined;

  /** What comes in its place gets the focus, unless people are elsewhere by then. */
  function show(next: DraftSource | undefined, opens = false) {
    setHasFocus(part.current?.contains(document.activeElement) === true);
    setIsOpen(opens);
    if (next !== source) onSource(next);
  }

  return (
    <div ref={part} className="flex flex-col">
      {source !== undefined && (
        <LatePart name="Your source" fallback={<Skeleton className="h-32" />}>
          <SourceCard ref={ref} source={source} isBusy={isBusy} onRemove={() => show(undefined)} />
        </LatePart>
      )}
      {source === undefined && isOpen && (
        <LatePart name="This form" fallback={<Skeleton className="h-36" />}>
          <SourceForm onSource={(read) => show(read)} onClose={() => show(undefined)} />
        </LatePart>
      )}
      {source === undefined && !isOpen && (
        <Button
          ref={ref}
          size="sm"
          className="self-start"
          icon={<Link2 aria-hidden />}
          disabled={isBusy}
          onPointerEnter={SourceForm.preload}
          onClick={() => show(undefined, true)}
        >
          Write about a link or file
        </Button>
      )}
    </div>
  );
}
