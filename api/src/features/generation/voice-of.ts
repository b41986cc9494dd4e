import type { PageId } from '../../contract/ids.ts';
import { NO_VOICE, type PageVoice } from '../../contract/page-voice.ts';
import type { Owner } from '../../db/owner.ts';
import { NotFoundError } from '../../http/errors.ts';
import type { PageRights } from '../page-rights/page-rights.ts';
import type { PageVoices } from '../page-voice/page-voice.feature.ts';
import { voiceOfSeveral, type NamedVoice } from '../page-voice/several-voices.ts';

type Deps = Pick<PageRights, 'mayOnPage'> & { voices: Pick<PageVoices, 'find'> };

/**
 * The voice of a page that somebody may see, or of several together; empty without a page.
 * @throws NotFoundError when one is none of theirs
 */
export function voiceOf(deps: Deps) {
  const each = voicesOf(deps);
  return async (who: Owner, pageId: PageId | null, pageIds: readonly PageId[] = []): Promise<PageVoice> => {
    const [only, ...others] = await each(who, pageId === null ? pageIds : [pageId]);
    if (only === undefined) return NO_VOICE;
    return others.length === 0 ? only.voice : voiceOfSeveral([only, ...others]);
  };
}
export type VoiceOf = ReturnType<typeof voiceOf>;

/** The voice of each of these pages. @throws NotFoundError as above */
export function voicesOf({ mayOnPage, voices }: Deps) {
  return async (who: Owner, pageIds: readonly PageId[]): Promise<NamedVoice[]> => {
    const found: NamedVoice[] = [];
    for (const id of new Set(pageIds)) {
      const page = await mayOnPage(who, id, 'see');
      if (page === null)
        throw new NotFoundError("This Facebook page isn't connected. Reconnect it, or choose another page.");
      found.push({ pageName: page.pageName, voice: (await voices.find(page.pageId)).voice });
    }
    return found;
  };
}
export type VoicesOf = ReturnType<typeof voicesOf>;
