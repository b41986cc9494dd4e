import Router from '@koa/router';
import type { Knex } from 'knex';
import { done } from '../../contract/common.ts';
import type { PageId } from '../../contract/ids.ts';
import * as contract from '../../contract/page-groups.ts';
import { isDuplicate } from '../../db/database-errors.ts';
import type { Owner } from '../../db/owner.ts';
import { ConflictError, NotFoundError, RefusedError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import { pageGroupsRepository, type PageGroup } from './page-groups.repository.ts';
import type { PagesRepository } from './pages.repository.ts';

export function pageGroupsRoutes({ db, pages }: { db: Knex; pages: PagesRepository }): Router {
  const router = new Router();
  const groups = pageGroupsRepository(db);

  handle(router, contract.listPageGroups, async ({ session }) => (await groups.list(session)).map(present));

  handle(router, contract.createPageGroup, async ({ session, body }) => {
    const pageIds = await ownPages(session, body.pageIds);
    const id = await db.transaction(async (trx) => {
      const written = pageGroupsRepository(trx);
      const made = await written.create(session, body.name);
      if (made === null) throw new ConflictError(NAME_TAKEN);
      if ((await written.list(session)).length > contract.PAGE_GROUPS_MAX) throw new RefusedError(TOO_MANY);
      await written.setPages(session, made, pageIds);
      return made;
    });
    return present(await need(session, id));
  });

  handle(router, contract.updatePageGroup, async ({ session, params, body }) => {
    await need(session, params.id);
    const pageIds = body.pageIds === undefined ? null : await ownPages(session, body.pageIds);
    await db.transaction(async (trx) => {
      const written = pageGroupsRepository(trx);
      if (body.name !== undefined) await written.rename(session, params.id, body.name).catch(nameTaken);
      if (pageIds !== null) await written.setPages(session, params.id, pageIds);
    });
    return present(await need(session, params.id));
  });

  handle(router, contract.deletePageGroup, async ({ session, params }) => {
    if (!(await groups.remove(session, params.id))) throw gone();
    return done;
  });

  return router;

  async function need(owner: Owner, id: number): Promise<PageGroup> {
    const group = await groups.find(owner, id);
    if (group === null) throw gone();
    return group;
  }

  /** Each once. @throws NotFoundError when one is not the caller's */
  async function ownPages(owner: Owner, ids: readonly PageId[]): Promise<PageId[]> {
    const own = new Set((await pages.list(owner)).map(({ id }) => id));
    const issues = ids.flatMap((id, place) =>
      own.has(id) ? [] : [{ path: `pageIds.${place}`, message: NOT_CONNECTED }],
    );
    if (issues.length > 0) throw new NotFoundError(NOT_CONNECTED, { issues });
    return [...new Set(ids)];
  }
}

const NAME_TAKEN = 'You already have a group with this name. Choose another one.';
const NOT_CONNECTED = "This Facebook page isn't connected. Reconnect it, or choose another page.";
const TOO_MANY = `You have ${contract.PAGE_GROUPS_MAX} groups, the most we can keep. Delete one to add this one.`;
const gone = () => new NotFoundError('This group no longer exists.');

function nameTaken(error: unknown): never {
  throw isDuplicate(error) ? new ConflictError(NAME_TAKEN) : error;
}

function present({ id, name, pageIds }: PageGroup): contract.PageGroup {
  return { id, name, pageIds: [...pageIds] };
}
