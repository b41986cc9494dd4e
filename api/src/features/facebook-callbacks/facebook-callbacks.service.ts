import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { ENVIRONMENTS, type Environment } from '../../contract/common.ts';
import type { FacebookApp } from '../../facebook/graph-client.ts';
import { readSignedRequest, type SignedRequest } from '../../facebook/signed-request.ts';
import { InvalidInputError } from '../../http/errors.ts';
import type { AccountDeletionService } from '../accounts/account-deletion.service.ts';
import { deletionReceiptsRepository } from '../accounts/deletion-receipts.repository.ts';
import { loginOver } from '../pages/page-problems.ts';
import type { PageProblem } from '../problems/problem.ts';

const ACCOUNTS_A_RUN = 50;

interface Deps {
  readonly db: Knex;
  readonly deletion: AccountDeletionService;
  readonly log: Logger;
  facebookApp(environment: Environment): FacebookApp | null;
  /** Posts of this page keep their places until its owner has done something about it. */
  holdPage(trx: Knex.Transaction, facebookPageId: number, problem: PageProblem): Promise<void>;
}

/** What Facebook tells on a person's behalf: that their data is to go, or that the app is removed. */
export function facebookCallbacks({ db, deletion, log, facebookApp, holdPage }: Deps) {
  let deleting: Promise<void> | null = null;

  /** Every environment whose app signed this: the id is known under that app alone. */
  function read(text: string): { request: SignedRequest; environments: Environment[] } {
    const read = ENVIRONMENTS.map((environment) => {
      const app = facebookApp(environment);
      return { environment, request: app === null ? null : readSignedRequest(text, app.appSecret, Date.now()) };
    });
    const signed = read.filter(({ request }) => request !== null);
    const [first] = signed;
    if (first === undefined || first.request === null)
      throw new InvalidInputError('This request is not valid.', { issues: [] });
    return { request: first.request, environments: signed.map(({ environment }) => environment) };
  }

  const accountsOf = (trx: Knex, { request, environments }: ReturnType<typeof read>) =>
    trx<{ id: number; environment: Environment; facebook_id: string; last_login_at: Date }>('users')
      .where({ facebook_id: request.facebookId })
      .whereIn('environment', environments)
      .orderBy('id');

  async function loseAccess(trx: Knex.Transaction, userId: number): Promise<void> {
    const pages = await trx<{ id: number; user_id: number; name: string; removed_at: Date | null }>('facebook_pages')
      .where({ user_id: userId, removed_at: null })
      .orderBy('id')
      .select('id', 'name');
    // The clocks first, as everybody does who decides for a page and its posts.
    await trx('page_clock')
      .whereIn(
        'facebook_page_id',
        pages.map(({ id }) => id),
      )
      .orderBy('facebook_page_id')
      .forUpdate()
      .select('facebook_page_id');
    for (const { id, name } of pages) {
      const problem = loginOver(name);
      await trx('facebook_pages')
        .where({ id })
        .update({
          access_token: null,
          is_connected: false,
          problem: JSON.stringify(problem),
          updated_at: trx.fn.now(),
        });
      await holdPage(trx, id, problem);
    }
    await trx('users').where({ id: userId }).update({ access_token: null });
  }

  /** Deletes what is asked for; what cannot be deleted yet waits for the next run. */
  async function deleteAsked(): Promise<void> {
    for (const owner of await deletionReceiptsRepository(db).accounts(ACCOUNTS_A_RUN)) {
      await deletion
        .deleteEverything(owner)
        .catch((error: unknown) => log.warn({ err: error }, 'account.not-deleted-yet'));
    }
  }

  /** One round at a time in this process; one that is asked for meanwhile comes after it. */
  async function run(): Promise<void> {
    const before = deleting;
    const mine = (async () => {
      await before?.catch(() => {});
      await deleteAsked();
    })();
    deleting = mine;
    await mine;
  }

  return {
    /**
     * Begins the deletion, which goes on after the answer, in another process if need be.
     * @returns the code that tells how far it is; the same for the same request
     * @throws InvalidInputError for what no app of ours signed lately
     */
    async deleteData(text: string): Promise<string> {
      const asked = read(text);
      const code = await db.transaction(async (trx) =>
        deletionReceiptsRepository(trx).open(
          createHash('sha256').update(asked.request.signature).digest(),
          await accountsOf(trx, asked).pluck('id'),
        ),
      );
      void run().catch((error: unknown) => log.error({ err: error }, 'account.deletion-failed'));
      return code;
    },

    /**
     * The person has removed the app: their tokens are dead, and their posts wait for a reconnection.
     * @throws InvalidInputError for what no app of ours signed lately
     */
    async deauthorize(text: string): Promise<void> {
      const asked = read(text);
      // A login after the removal stands. Facebook counts whole seconds.
      const before = new Date(asked.request.issuedAt.getTime() + 1000);
      await db.transaction(async (trx) => {
        for (const { id } of await accountsOf(trx, asked).where('last_login_at', '<', before).select('id'))
          await loseAccess(trx, id);
      });
    },

    run,
  };
}
export type FacebookCallbacks = ReturnType<typeof facebookCallbacks>;
