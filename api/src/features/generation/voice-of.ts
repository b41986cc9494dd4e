import type { PageId } from '../../contract/ids.ts';
import { NO_VOICE, type PageVoice } from '../../contract/page-voice.ts';
import type { Owner } from '../../db/owner.ts';
import { NotFoundError } from '../../http/errors.ts';
import type { PageRights } from '../page-rights/page-rights.ts';
import type { PageVoices } from '../page-voice/page-voice.feature.ts';
import { voiceOfSeveral, type NamedVoice } from '../page-voice/several-voices.ts';
import type { Rejection } from '../rejections/rejection.ts';
import type { RejectionsRepository } from '../rejections/rejections.repository.ts';

type Deps = Pick<PageRights, 'mayOnPage'> & { readonly voices: Pick<PageVoices, 'find'> };

/** What the AI is told of a page, or of several together. */
interface OfPage {
  readonly voice: PageVoice;
  readonly rejections: readonly Rejection[];
}

/**
 * The voice of a page that somebody may see, and why its posts were rejected lately; or the voice of several together.
 * Empty without a page.
 * @throws NotFoundError when one is none of theirs
 */
export function voiceOf({ rejections, ...deps }: Deps & { readonly rejections: RejectionsRepository }) {
  const each = voicesOf(deps);
  return async (who: Owner, pageId: PageId | null, pageIds: readonly PageId[] = []): Promise<OfPage> => {
    const [only, ...others] = await each(who, pageId === null ? pageIds : [pageId]);
    if (only === undefined) return { voice: NO_VOICE, rejections: [] };
    if (others.length > 0) return { voice: voiceOfSeveral([only, ...others]), rejections: [] };
    return { voice: only.voice, rejections: await rejections.recent(only.pageId) };
  };
}
export type VoiceOf = ReturnType<typeof voiceOf>;

/** The voice of each of these pages. @throws NotFoundError as above */
export function voicesOf({ mayOnPage, voices }: Deps) {
  return async (who: Owner, pageIds: readonly PageId[]) => {
    const found: (NamedVoice & { readonly pageId: PageId })[] = [];
    for (const id of new Set(pageIds)) {
      const page = await mayOnPage(who, id, 'see');
      if (page === null)
        throw new NotFoundError("This Facebook page isn't connected. Reconnect it, or choose another page.");
      const { pageId, pageName } = page;
      found.push({ pageId, pageName, voice: (await voices.find(pageId)).voice });
    }
    return found;
  };
}
export type VoicesOf = ReturnType<typeof voicesOf>;
