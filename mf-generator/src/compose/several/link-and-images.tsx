import { Card, MediaField, type ImagesChange } from '@pagecast/shell/kit';
import type { Several } from '../../drafts/draft.ts';
import { LinkField } from './link-field.tsx';

/** What goes with the text of all pages. */
export function LinkAndImages({
  several: { link = '', images = [] },
  onLink,
  onImages,
}: {
  several: Several;
  onLink: (link: string) => void;
  onImages: (change: ImagesChange) => void;
}) {
  return (
    <Card title="Link and images" description="For all pages that have none of their own.">
      <div className="flex flex-col gap-4">
        <LinkField label="Link" value={link} onValueChange={onLink} />
        <MediaField label="Images" images={images} onImages={onImages} />
      </div>
    </Card>
  );
}
