import { createHash } from 'node:crypto';
import type { PageId, UserId } from '../../contract/ids.ts';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { ENVIRONMENTS, type Environment } from '../../contract/common.ts';
import { databaseTime } from '../../db/clock.ts';
import type { FacebookApp } from '../../facebook/graph-client.ts';
import { readSignedRequest, type SignedRequest } from '../../facebook/signed-request.ts';
import { InvalidInputError } from '../../http/errors.ts';
import type { AccountDeletionService } from '../accounts/account-deletion.service.ts';
import { deletionReceiptsRepository } from '../accounts/deletion-receipts.repository.ts';
import { loginOver } from '../../problems/page-problems.ts';
import type { PageProblem } from '../../problems/problem.ts';
import { pageAccessRepository } from '../pages/page-access.repository.ts';
import { accountsRepository } from '../users/accounts.repository.ts';

const ACCOUNTS_A_RUN = 50;

interface Deps {
  readonly db: Knex;
  readonly deletion: AccountDeletionService;
  readonly log: Logger;
  facebookApp(environment: Environment): FacebookApp | null;
  /** Posts of this page keep their places until its owner has done something about it. */
  holdPage(trx: Knex.Transaction, facebookPageId: PageId, problem: PageProblem): Promise<void>;
}

/** What Facebook tells on a person's behalf: that their data is to go, or that the app is removed. */
export function facebookCallbacks(deps: Deps) {
  const { db, log, facebookApp, holdPage } = deps;
  const { run } = deletions(deps);

  /** Every environment whose app signed this: the id is known under that app alone. */
  async function read(text: string): Promise<{ request: SignedRequest; environments: Environment[] }> {
    // The clock of this machine may be wrong, and Facebook asks once.
    const now = await databaseTime(db);
    const read = ENVIRONMENTS.map((environment) => {
      const app = facebookApp(environment);
      return { environment, request: app === null ? null : readSignedRequest(text, app.appSecret, now.getTime()) };
    });
    const signed = read.filter(({ request }) => request !== null);
    const [first] = signed;
    if (first === undefined || first.request === null)
      throw new InvalidInputError("This request isn't valid.", { issues: [] });
    return { request: first.request, environments: signed.map(({ environment }) => environment) };
  }

  async function loseAccess(trx: Knex.Transaction, userId: UserId): Promise<void> {
    const access = pageAccessRepository(trx);
    for (const { id, name } of await access.lockAll(userId)) {
      const problem = loginOver(name);
      await access.loseToken(id, problem);
      await holdPage(trx, id, problem);
    }
    await accountsRepository(trx).forgetTokens([userId]);
  }

  return {
    /**
     * Begins the deletion, which goes on after the answer, in another process if need be.
     * @returns the code that tells how far it is; the same for the same request
     * @throws InvalidInputError for what no app of ours signed lately
     */
    async deleteData(text: string): Promise<string> {
      const asked = await read(text);
      const code = await db.transaction(async (trx) =>
        deletionReceiptsRepository(trx).open(
          createHash('sha256').update(asked.request.signature).digest(),
          await accountsRepository(trx).idsOf(asked.request.facebookId, asked.environments),
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
      const asked = await read(text);
      // A login after the removal stands. Facebook counts whole seconds.
      const before = new Date(asked.request.issuedAt.getTime() + 1000);
      await db.transaction(async (trx) => {
        const accounts = await accountsRepository(trx).idsOf(asked.request.facebookId, asked.environments, before);
        for (const id of accounts) await loseAccess(trx, id);
      });
    },

    run,
  };
}

/** The deletions that were asked for, one round at a time. */
function deletions({ db, deletion, log }: Deps) {
  let deleting: Promise<void> | null = null;

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

  return { run };
}
export type FacebookCallbacks = ReturnType<typeof facebookCallbacks>;
