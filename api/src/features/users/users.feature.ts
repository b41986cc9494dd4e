import type { Knex } from 'knex';
import type { SecretBox } from '../../db/secrets.ts';
import { usersRepository } from './users.repository.ts';

/** The accounts of people, one in each environment. */
export function createUsers({ db, secrets }: { db: Knex; secrets: SecretBox }) {
  return usersRepository(db, secrets);
}
export type Users = ReturnType<typeof createUsers>;
