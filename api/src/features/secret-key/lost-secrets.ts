import type { Knex } from 'knex';
import { notifyAdministrators } from '../notifications/notify-administrators.ts';
import { lostKey } from '../pages/page-problems.ts';
import type { PageProblem } from '../pages/pages.repository.ts';
import type { PostProblem } from '../posts/post.ts';
import type { SealedValue } from './sealed-values.ts';

const KEY_NAMES = { openai_api_key: 'the OpenAI key', fiztech_api_key: 'the key of the tech site' } as const;

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
  holdPage(trx: Knex.Transaction, facebookPageId: number, problem: PageProblem): Promise<void>;
}

/** What people have to do once secrets are gone for good. */
export interface Loss {
  readonly pages: number;
  /** What an administrator has to type in again, in words. */
  readonly toTypeAgain: readonly string[];
}

/**
 * Takes secrets that nobody can open any more out of the database, and says so to everybody whom it concerns: their pages need
 * to be reconnected, the posts on them wait, and administrators read which keys are missing.
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
    await trx('facebook_pages')
      .where({ id })
      .update({ access_token: null, is_connected: false, problem: JSON.stringify(problem), updated_at: trx.fn.now() });
    await holdPage(trx, id, problem);
  }
  await trx('users')
    .whereIn(
      'id',
      lost.flatMap((value) => (value.of === 'person' ? [value.id] : [])),
    )
    .update({ access_token: null });
  // Its id and description stay, for whoever types the secret in again.
  await trx('facebook_apps')
    .whereIn(
      'id',
      apps.map(({ id }) => id),
    )
    .update({ app_secret: '', is_active: false });
  for (const { column } of keys) await trx('api_config').update({ [column]: null });

  const loss: Loss = {
    pages: pages.length,
    toTypeAgain: [
      ...keys.map(({ column }) => KEY_NAMES[column]),
      ...apps.map(({ appId, mode }) => `the secret of the Facebook app ${appId} (${mode})`),
    ],
  };
  if (lost.length > 0) await notifyAdministrators(trx, adminIds, problemOf(loss));
  return loss;
}

/**
 * Tells of a new key that was accepted lately: who accepts it, at a command line, may not know who is an administrator by the
 * settings of the server. Nobody hears of the same loss twice.
 */
export async function notifyOfAcceptedKey(trx: Knex.Transaction, adminIds: readonly string[]): Promise<void> {
  const accepted = await trx('audit_log')
    .where({ action: KEY_REPLACED })
    .where('at', '>', trx.raw('now() - make_interval(days => ?)', [NOTIFIED_FOR_DAYS]))
    .orderBy('id', 'desc')
    .select<Replaced[]>('at', 'after');
  const last = accepted.find(({ after }) => after.pagesToReconnect > 0 || after.toTypeAgain.length > 0);
  if (last !== undefined)
    await notifyAdministrators(
      trx,
      adminIds,
      problemOf({ pages: last.after.pagesToReconnect, toTypeAgain: last.after.toTypeAgain }),
      last.at,
    );
}

function problemOf(loss: Loss): PostProblem {
  return { code: 'lost_key', message: describeLoss(loss), action: null };
}

/** In words for administrators. */
export function describeLoss({ pages, toTypeAgain }: Loss): string {
  const sentences = ["The server's secret key was replaced, so what the old one had sealed can't be read any more."];
  if (toTypeAgain.length > 0) sentences.push(`Type in again: ${toTypeAgain.join(', ')}.`);
  if (pages > 0)
    sentences.push(
      `${pages === 1 ? '1 page has' : `${pages} pages have`} to be reconnected. We have told the owners, and their scheduled posts are on hold.`,
    );
  return sentences.join(' ');
}
