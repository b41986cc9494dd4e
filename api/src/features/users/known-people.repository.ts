import type { Knex } from 'knex';

/** Of these Facebook IDs, those that nobody has who has ever logged in here or may do so. */
export async function unknownPeople(db: Knex, facebookIds: readonly string[]): Promise<string[]> {
  if (facebookIds.length === 0) return [];
  const known = (await db('users')
    .whereIn('facebook_id', facebookIds)
    .union(db('access_entries').where({ type: 'whitelist' }).whereIn('facebook_id', facebookIds).select('facebook_id'))
    .pluck('facebook_id')) as string[];
  return facebookIds.filter((facebookId) => !known.includes(facebookId));
}
