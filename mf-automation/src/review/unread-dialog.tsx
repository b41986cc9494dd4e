import type { PageConfiguration } from '@pagecast/api/contract';
import { Button, ChoiceField, Dialog, FacebookPreview, reasonOf, Skeleton } from '@pagecast/shell/kit';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { withDisclosure } from '../pages/with-disclosure.ts';
import { useSample } from './use-sample.ts';

/** So many pages are named; the others are counted. */
const NAMED = 5;

/**
 * The one question before a page publishes what nobody has read, with a sample of it. An AI that gives none stands in
 * nobody's way.
 */
export function UnreadDialog({
  pages,
  onAgree,
  onReview,
  onClose,
}: {
  pages: readonly [PageConfiguration, ...PageConfiguration[]];
  onAgree: () => void;
  onReview: () => void;
  onClose: () => void;
}) {
  const [first] = pages;
  const [chosen, setChosen] = useState(first);
  const sample = useSample(chosen);
  const pageOf = (id: string) => pages.find(({ pageId }) => String(pageId) === id) ?? first;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Publish without review?"
      description={`Pagecast publishes what the AI writes for ${namesOf(pages)}. Nobody reads it first.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button disabled={sample.isPending} onClick={onAgree}>
            Publish without review
          </Button>
          <Button variant="primary" onClick={onReview}>
            Ask me first
          </Button>
        </>
      }
    >
      {pages.length > 1 && (
        <ChoiceField
          label="Sample for"
          value={String(chosen.pageId)}
          options={pages.map(({ pageId }) => String(pageId))}
          nameOf={(id) => pageOf(id).pageName}
          onValueChange={(id) => setChosen(pageOf(id))}
        />
      )}
      {chosen.contentScope.trim() === '' && (
        <p className="flex items-start gap-1.5 text-sm text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          The content scope is empty, so the AI writes about {chosen.pageName} in general.
        </p>
      )}
      <Sample page={chosen} text={sample.data} error={sample.error} />
    </Dialog>
  );
}

function Sample({ page, text, error }: { page: PageConfiguration; text: string | undefined; error: Error | null }) {
  if (text !== undefined)
    return (
      <div className="flex justify-center">
        <FacebookPreview
          post={{ content: withDisclosure(text, page) }}
          page={{ name: page.pageName, id: page.pageId }}
          when="Sample"
        />
      </div>
    );
  if (error !== null)
    return (
      <p role="alert" className="rounded-control bg-warn-soft px-3 py-2 text-sm text-warn">
        We couldn't get a sample. {reasonOf(error, 'The AI took too long to answer.')} You can continue without one, or
        review the first posts yourself.
      </p>
    );
  return (
    <div>
      <p role="status" className="mb-2 text-sm text-ink-soft">
        Writing a sample for {page.pageName}...
      </p>
      <Skeleton className="h-40" />
    </div>
  );
}

/** 'Corner Bakery', 'Corner Bakery and Harbour Gym', '… and 12 more pages'. */
function namesOf(pages: readonly PageConfiguration[]): string {
  const names = pages.slice(0, NAMED).map(({ pageName }) => pageName);
  const others = pages.length - names.length;
  if (others > 0) names.push(`${others} more ${others === 1 ? 'page' : 'pages'}`);
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
}
