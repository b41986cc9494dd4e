import Router from '@koa/router';
import { checkClaims } from '../../claims/check-claims.ts';
import type { Source } from '../../claims/claim.ts';
import * as contract from '../../contract/claims.ts';
import type { PageId } from '../../contract/ids.ts';
import { NotFoundError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import type { Session } from '../../http/session.ts';
import type { PageRights } from '../page-rights/page-rights.ts';
import { inventedQuotes } from '../../sourcing/quotes.ts';
import { wordsOfSource } from '../../sourcing/source.ts';
import type { Sources } from '../sources/sources.feature.ts';
import { avoidedWordsIn } from '../page-voice/avoided-words.ts';
import type { PageVoices } from '../page-voice/page-voice.feature.ts';
import { factsOf } from '../page-voice/voice-prompt.ts';

export function claimChecksRoutes({
  mayOnPage,
  voices,
  sources: published,
}: PageRights & { readonly voices: Pick<PageVoices, 'find'>; readonly sources: Pick<Sources, 'find'> }): Router {
  const router = new Router();

  handle(router, contract.checkClaims, async ({ body, session }) => {
    const page = await knownOf(session, body.facebookPageId);
    const source = await sourceOf(session, body.sourceId);
    const sources = [{ where: 'brief', text: body.brief }, ...source, ...page.sources];
    const { claims, checkedTo } = checkClaims(body.content, sources);
    const quotations = source.length === 0 ? [] : quotationsOf(body.content, sources);
    const unsourced = [
      ...claims.filter((claim) => claim.source === null && !isWithin(claim, quotations)),
      ...quotations,
    ];
    return {
      claims: unsourced.toSorted((a, b) => a.start - b.start).slice(0, contract.NAMED_CLAIMS),
      unsourced: unsourced.length,
      sourced: claims.filter((claim) => claim.source !== null).length,
      checkedTo: checkedTo < body.content.length ? checkedTo : null,
      avoided: avoidedWordsIn(body.content.slice(0, checkedTo), page.wordsToAvoid).slice(0, contract.NAMED_CLAIMS),
    };
  });

  return router;

  async function sourceOf(session: Session, id: number | null | undefined): Promise<Source[]> {
    if (id === null || id === undefined) return [];
    return [{ where: 'source', text: wordsOfSource(await published.find(session, id)) }];
  }

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

/** What a text about a source quotes although nobody said it. */
function quotationsOf(text: string, sources: readonly Source[]): Unsourced[] {
  const known = sources.map((source) => source.text);
  return inventedQuotes(text, known).map((quote) => ({ kind: 'quotation', ...quote }));
}
type Unsourced = contract.UnsourcedClaim;

function isWithin({ start, end }: Pick<Unsourced, 'start' | 'end'>, others: readonly Unsourced[]): boolean {
  return others.some((other) => other.start <= start && end <= other.end);
}
