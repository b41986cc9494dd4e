import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import { notifyAdministrators } from '../notifications/notify-administrators.repository.ts';
import { readSecrets } from '../../db/old-sentences/of-administrators.ts';
import { lostKey } from '../../problems/page-problems.ts';
import type { PageProblem, ProblemOf } from '../../problems/problem.ts';
import type { SealedValue } from './sealed-values.repository.ts';
import { auditRepository } from '../audit/audit.repository.ts';
import { loseConfiguredSecrets } from '../configuration/lost-secrets.repository.ts';
import { pageAccessRepository } from '../pages/page-access.repository.ts';
import { accountsRepository } from '../users/accounts.repository.ts';

const KEYS = { openai_api_key: 'openai', fiztech_api_key: 'tech_site' } as const;

/** In the audit log. */
export const KEY_REPLACED = 'secret-key.replaced';
/** Shorter than what was read stays among the notifications. */
const NOTIFIED_FOR_DAYS = 14;

interface Replaced {
  readonly at: Date;
  readonly after: { readonly pagesToReconnect: number; readonly toTypeAgain: readonly string[] };
}

interface Deps {
  /** People who are always let in. */
  readonly adminIds: readonly string[];
  /** Posts that are planned for a page wait for it, and say why. */
  holdPage(trx: Knex.Transaction, facebookPageId: PageId, problem: PageProblem): Promise<void>;
}

/** What people have to do once secrets are gone for good. */
export interface Loss {
  readonly pages: number;
  /** What an administrator has to type in again. */
  readonly secrets: ProblemOf<'secrets_lost'>['params']['secrets'];
}

/**
 * Takes secrets that nobody can open any more out of the database, and says so to everybody whom it concerns: their
 * pages need to be reconnected, the posts on them wait, and administrators read which keys are missing.
 */
export async function giveUpSecrets(
  trx: Knex.Transaction,
  lost: readonly SealedValue[],
  { adminIds, holdPage }: Deps,
): Promise<Loss> {
  const [pages, apps] = [lost.filter((value) => value.of === 'page'), lost.filter((value) => value.of === 'app')];
  const keys = lost.filter((value) => value.of === 'key');
  for (const { id, name } of pages) {
    const problem = lostKey(name);
    await pageAccessRepository(trx).loseToken(id, problem);
    await holdPage(trx, id, problem);
  }
  await accountsRepository(trx).forgetTokens(lost.flatMap((value) => (value.of === 'person' ? [value.id] : [])));
  await loseConfiguredSecrets(trx, {
    apps: apps.map(({ id }) => id),
    keys: keys.map(({ column }) => column),
  });

  const loss: Loss = {
    pages: pages.length,
    secrets: [
      ...keys.map(({ column }) => ({ key: KEYS[column] })),
      ...apps.map(({ appId, mode }) => ({ appId, environment: mode })),
    ],
  };
  if (lost.length > 0) await notifyAdministrators(trx, adminIds, problemOf(loss));
  return loss;
}

/**
 * Tells of a new key that was accepted lately: who accepts it, at a command line, may not know who is an administrator
 * by the settings of the server. Nobody hears of the same loss twice.
 */
export async function notifyOfAcceptedKey(trx: Knex.Transaction, adminIds: readonly string[]): Promise<void> {
  const accepted = await auditRepository(trx).latest<Replaced>(KEY_REPLACED, NOTIFIED_FOR_DAYS);
  const last = accepted.find(({ after }) => after.pagesToReconnect > 0 || after.toTypeAgain.length > 0);
  if (last !== undefined)
    await notifyAdministrators(
      trx,
      adminIds,
      problemOf({ pages: last.after.pagesToReconnect, secrets: last.after.toTypeAgain.flatMap(readSecrets) }),
      last.at,
    );
}

function problemOf({ pages, secrets }: Loss): ProblemOf<'secrets_lost'> {
  return { code: 'secrets_lost', action: null, params: { pages, secrets } };
}
