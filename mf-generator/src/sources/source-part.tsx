import { Button, lazyPart, Skeleton } from '@pagecast/shell/kit';
import { Link2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { DraftSource } from '../drafts/draft.ts';

/** Most texts are about no page of others: what it takes comes with its first use. */
const SourceForm = /* @__PURE__ */ lazyPart(async () => (await import('./source-form.tsx')).SourceForm);
const SourceCard = /* @__PURE__ */ lazyPart(async () => (await import('./source-card.tsx')).SourceCard);

/** The page or file that a text is about; without one, the way to it. */
export function SourcePart({
  source,
  isBusy,
  onSource,
}: {
  source: DraftSource | undefined;
  /** The AI writes at this moment. */
  isBusy: boolean;
  onSource: (source: DraftSource | undefined) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  if (source !== undefined)
    return (
      <Suspense fallback={<Skeleton className="h-32" />}>
        <SourceCard source={source} isBusy={isBusy} onSource={onSource} />
      </Suspense>
    );
  if (!isOpen)
    return (
      <Button
        size="sm"
        className="self-start"
        icon={<Link2 aria-hidden />}
        disabled={isBusy}
        onPointerEnter={SourceForm.preload}
        onClick={() => setIsOpen(true)}
      >
        Write about a link or file
      </Button>
    );
  return (
    <Suspense fallback={<Skeleton className="h-36" />}>
      <SourceForm
        onSource={(read) => {
          setIsOpen(false);
          onSource(read);
        }}
        onClose={() => setIsOpen(false)}
      />
    </Suspense>
  );
}
