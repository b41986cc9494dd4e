import type { Source } from '@pagecast/api/contract';
import type { DraftSource } from '../drafts/draft.ts';

/** What a draft keeps of a page or file that was read. */
export function draftSource({ id, title, name, address }: Source): DraftSource {
  return { id, title: title.slice(0, 300), name: name.slice(0, 200), ...(address !== null && { address }) };
}
