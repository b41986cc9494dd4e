import { isDeepStrictEqual } from 'node:util';
import Router from '@koa/router';
import * as contract from '../../contract/composing.ts';
import { done } from '../../contract/common.ts';
import type { Owner } from '../../db/owner.ts';
import { ConflictError, NotFoundError, RefusedError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import { MAX_DRAFTS } from './begin-draft.ts';
import type { Draft, DraftsRepository } from './drafts.repository.ts';

export function draftsRoutes({ drafts }: { drafts: DraftsRepository }): Router {
  const router = new Router();

  handle(router, contract.listDrafts, async ({ session }) =>
    (await drafts.list(session)).map((draft) => ({ ...draft, updatedAt: draft.updatedAt.toISOString() })),
  );

  handle(router, contract.readDraft, async ({ params, session }) => {
    const draft = await drafts.find(session, params.key);
    if (draft === null) throw gone();
    return present(draft);
  });

  handle(router, contract.saveDraft, async ({ params, body, session }) => {
    const { revision, updatedAt } = await save(session, params.key, body.revision, body.fields);
    return { revision, updatedAt: updatedAt.toISOString() };
  });

  handle(router, contract.deleteDraft, async ({ params, session }) => {
    await drafts.remove(session, params.key);
    return done;
  });

  return router;

  async function save(
    owner: Owner,
    key: string,
    revision: number,
    fields: contract.DraftFields,
  ): Promise<Pick<Draft, 'revision' | 'updatedAt'>> {
    const saved = revision === 0 ? await begin(owner, key, fields) : await drafts.replace(owner, key, revision, fields);
    if (saved !== null) return saved;
    const current = await drafts.find(owner, key);
    if (current === null) throw gone();
    // Its answer was lost on the way, and the browser saves once more.
    if (current.revision === revision + 1 && isDeepStrictEqual(current.fields, fields)) return current;
    throw new ConflictError('This draft was changed in another tab or on another device.', { draft: present(current) });
  }

  async function begin(owner: Owner, key: string, fields: contract.DraftFields) {
    if ((await drafts.count(owner)) >= MAX_DRAFTS && (await drafts.find(owner, key)) === null) {
      throw new RefusedError(
        `You have ${MAX_DRAFTS} drafts, the most we can keep. Delete some to save this one. ` +
          "Until then it's only in this browser.",
      );
    }
    return drafts.begin(owner, key, fields);
  }
}

const gone = () => new NotFoundError('This draft is gone. Its post was published, or the draft was deleted.');

function present({ key, revision, fields, updatedAt }: Draft) {
  return { key, revision, updatedAt: updatedAt.toISOString(), fields: fields as contract.DraftFields };
}
