import Router from '@koa/router';
import { checkClaims } from '../../claims/check-claims.ts';
import type { Source } from '../../claims/claim.ts';
import * as contract from '../../contract/claims.ts';
import type { PageId } from '../../contract/ids.ts';
import { NotFoundError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import type { Session } from '../../http/session.ts';
import type { PageRights } from '../page-rights/page-rights.ts';
import { avoidedWordsIn } from '../page-voice/avoided-words.ts';
import type { PageVoices } from '../page-voice/page-voice.feature.ts';
import { factsOf } from '../page-voice/voice-prompt.ts';

export function claimChecksRoutes({
  mayOnPage,
  voices,
}: PageRights & { readonly voices: Pick<PageVoices, 'find'> }): Router {
  const router = new Router();

  handle(router, contract.checkClaims, async ({ body, session }) => {
    const page = await knownOf(session, body.facebookPageId);
    const sources = [{ where: 'brief', text: body.brief }, ...page.sources];
    const { claims, checkedTo } = checkClaims(body.content, sources);
    const unsourced = claims.filter(({ source }) => source === null);
    return {
      claims: unsourced.slice(0, contract.NAMED_CLAIMS),
      unsourced: unsourced.length,
      sourced: claims.length - unsourced.length,
      checkedTo: checkedTo < body.content.length ? checkedTo : null,
      avoided: avoidedWordsIn(body.content.slice(0, checkedTo), page.wordsToAvoid).slice(0, contract.NAMED_CLAIMS),
    };
  });

  return router;

  /** What is known of a page without being told in the brief. */
  async function knownOf(
    session: Session,
    pageId: PageId | null | undefined,
  ): Promise<{ sources: Source[]; wordsToAvoid: readonly string[] }> {
    if (pageId === null || pageId === undefined) return { sources: [], wordsToAvoid: [] };
    const page = await mayOnPage(session, pageId, 'see');
    if (page === null)
      throw new NotFoundError("This Facebook page isn't connected. Reconnect it, or choose another page.");
    const { voice } = await voices.find(page.pageId);
    return {
      sources: [
        { where: 'facts', text: factsOf(voice) },
        { where: 'page', text: `${page.pageName}\n${page.category ?? ''}` },
      ],
      wordsToAvoid: voice.wordsToAvoid,
    };
  }
}
