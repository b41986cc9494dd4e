import Router from '@koa/router';
import type { Complete } from '../../ai/ai.ts';
import type { PageId } from '../../contract/ids.ts';
import * as contract from '../../contract/page-voice.ts';
import type { Owner } from '../../db/owner.ts';
import { ConflictError, NotFoundError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import type { Writing } from '../../prompts/writing.ts';
import type { RecordedCall } from '../ai-calls/recorded-call.ts';
import type { PageRight } from '../page-rights/page-rights.repository.ts';
import type { PageRights, Right } from '../page-rights/page-rights.ts';
import type { PageVoiceRepository } from './page-voice.repository.ts';
import { askForVoice, proposeVoice } from './propose-voice.ts';

/** More say nothing new of how a page speaks. */
const POSTS_READ = 12;

export function pageVoiceRoutes({
  voices,
  mayOnPage,
  complete,
  record,
  writing,
}: {
  voices: PageVoiceRepository;
  mayOnPage: PageRights['mayOnPage'];
  complete: Complete;
  record: RecordedCall;
  writing(): Writing;
}): Router {
  const router = new Router();

  handle(router, contract.readPageVoice, async ({ session, params }) => present(await need(session, params.id, 'see')));

  handle(router, contract.savePageVoice, async ({ session, params, body }) => {
    const page = await need(session, params.id, 'manage');
    const isSaved = await voices.save(page.owner, page.pageId, body.voice, body.revision);
    if (!isSaved)
      throw new ConflictError('Somebody has changed the voice of this page since you opened it. Load it again.');
    return present(page);
  });

  handle(router, contract.proposePageVoice, async ({ session, params, request }) => {
    const page = await need(session, params.id, 'manage');
    const posts = await voices.bestPosts(page.owner, page.pageId, POSTS_READ);
    if (posts.length < contract.LEAST_POSTS_FOR_VOICE)
      throw new ConflictError(
        `${page.pageName} needs at least ${contract.LEAST_POSTS_FOR_VOICE} published posts to learn its voice from. ` +
          'Describe it yourself for now.',
      );
    const asked = askForVoice(page.pageName, posts, writing());
    const { voice } = await record(
      session,
      { purpose: 'post', prompt: asked.prompt, asked, timeZone: request.timeZone },
      () => proposeVoice(complete, asked, request.signal()),
    );
    return { voice, posts: posts.length };
  });

  return router;

  async function need(who: Owner, pageId: PageId, right: Right): Promise<PageRight> {
    const page = await mayOnPage(who, pageId, right);
    if (page === null)
      throw new NotFoundError("This Facebook page isn't connected. Reconnect it, or choose another page.");
    return page;
  }

  async function present({ pageId, pageName, role }: PageRight): Promise<contract.VoiceOfPage> {
    const { voice, revision, updatedAt } = await voices.find(pageId);
    return {
      facebookPageId: pageId,
      pageName,
      voice,
      revision,
      updatedAt: updatedAt?.toISOString() ?? null,
      mayEdit: role === 'owner',
    };
  }
}
