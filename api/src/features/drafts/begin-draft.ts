import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { DraftFields } from '../../contract/composing.ts';
import type { Owner } from '../../db/owner.ts';
import { draftsRepository } from './drafts.repository.ts';

/** More than anybody writes on at once; a browser gone wild ends here. */
export const MAX_DRAFTS = 100;

/**
 * Begins a draft for somebody, in the transaction of what it is made of.
 * @returns its key; null when they have too many
 */
export async function beginDraft(trx: Knex, owner: Owner, fields: DraftFields): Promise<string | null> {
  const drafts = draftsRepository(trx);
  if ((await drafts.count(owner)) >= MAX_DRAFTS) return null;
  const key = randomUUID();
  await drafts.begin(owner, key, fields);
  return key;
}
