import { chosenPageId } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import type { Draft } from '../drafts/draft.ts';
import { pages, sharedPages } from '../queries.ts';
import type { PageOfOther } from './shared/to-propose-for.ts';

const NONE: readonly PageOfOther[] = [];

/**
 * The page that the draft is for. `isTheirs`: somebody shares it with this person, who proposes posts for it.
 * Until that is known, a page that is none of their own isn't chosen: nothing is published by mistake.
 */
export function usePageOf(fields: Draft) {
  const known = useQuery(pages()).data;
  const { data: shared = NONE } = useQuery(sharedPages());
  const theirs = shared.find(({ id }) => String(id) === fields.pageId);
  const pageId =
    theirs === undefined ? chosenPageId(known?.length === 0 ? shared : known, fields.pageId) : fields.pageId;
  const [own, other] = [known, shared].map((all) => all?.find(({ id }) => String(id) === pageId));
  return {
    draft: { ...fields, pageId },
    shared,
    isTheirs: other !== undefined,
    pageName: (other ?? own)?.name ?? null,
  };
}
