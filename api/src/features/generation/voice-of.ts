import type { PageId } from '../../contract/ids.ts';
import { NO_VOICE, type PageVoice } from '../../contract/page-voice.ts';
import type { Owner } from '../../db/owner.ts';
import { NotFoundError } from '../../http/errors.ts';
import type { PageRights } from '../page-rights/page-rights.ts';
import type { PageVoices } from '../page-voice/page-voice.feature.ts';

/**
 * The voice of a page that somebody may see; empty without a page.
 * @throws NotFoundError when it is none of theirs
 */
export function voiceOf({ mayOnPage, voices }: Pick<PageRights, 'mayOnPage'> & { voices: Pick<PageVoices, 'find'> }) {
  return async (who: Owner, pageId: PageId | null): Promise<PageVoice> => {
    if (pageId === null) return NO_VOICE;
    const page = await mayOnPage(who, pageId, 'see');
    if (page === null)
      throw new NotFoundError("This Facebook page isn't connected. Reconnect it, or choose another page.");
    return (await voices.find(page.pageId)).voice;
  };
}
export type VoiceOf = ReturnType<typeof voiceOf>;
