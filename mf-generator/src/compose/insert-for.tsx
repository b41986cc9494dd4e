import { LatePart, lazyPart } from '@pagecast/shell/kit';
import type { ComponentProps } from 'react';
import type { Draft } from '../drafts/draft.ts';
import { voicePage } from './read-draft.ts';

const InsertMenu = /* @__PURE__ */ lazyPart(async () => (await import('../voice/insert-menu.tsx')).InsertMenu);

/** Parts that the page of a draft keeps ready; nothing where it is for no page, or for several. */
export function InsertFor({ draft, ...rest }: { draft: Draft } & Omit<ComponentProps<typeof InsertMenu>, 'pageId'>) {
  const pageId = voicePage(draft);
  if (pageId === null) return null;
  return (
    <LatePart name="Insert">
      <InsertMenu pageId={pageId} {...rest} />
    </LatePart>
  );
}
