import type { Knex } from 'knex';
import type { UserId } from '../../contract/ids.ts';
import type { Environment } from '../../contract/common.ts';
import type { SecretBox, SecretPlace } from '../../db/secrets.ts';
import { mailsRepository } from '../mail/mails.repository.ts';

export interface Person {
  readonly facebookId: string;
  readonly name: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
}

interface TokenRow {
  id: UserId;
  environment: Environment;
  facebook_id: string;
  access_token: string | null;
}

/** What a person's token is sealed for. */
export function userTokenPlace(environment: Environment, facebookId: string): SecretPlace {
  return { table: 'users', column: 'access_token', row: `${environment}/${facebookId}` };
}

export function usersRepository(db: Knex, secrets: SecretBox) {
  return {
    /** The account of this person in this environment, made at their first login, with the token of this one. */
    async save(
      environment: Environment,
      person: Person,
      token: { value: string; expiresAt: Date | null },
      browserTimeZone: string | null,
    ): Promise<UserId> {
      const columns = {
        name: person.name,
        first_name: person.firstName,
        last_name: person.lastName,
        email: person.email,
        access_token: secrets.seal(token.value, userTokenPlace(environment, person.facebookId)),
        access_token_expires_at: token.expiresAt,
        last_login_at: db.fn.now(),
      };
      const [row] = (await db('users')
        .insert({ environment, facebook_id: person.facebookId, browser_time_zone: browserTimeZone, ...columns })
        .onConflict(['environment', 'facebook_id'])
        .merge({
          ...columns,
          browser_time_zone: db.raw('coalesce(excluded.browser_time_zone, users.browser_time_zone)'),
        })
        .returning('id')) as [{ id: UserId }];
      // They may be in another zone now, where it is morning.
      if (browserTimeZone !== null) await mailsRepository(db).lookAgain({ userId: row.id, environment });
      return row.id;
    },

    /** The person's long-lived Facebook token, or null when there is none. */
    async userToken(userId: UserId): Promise<string | null> {
      const row = await db<TokenRow>('users').where({ id: userId }).first();
      return row?.access_token == null
        ? null
        : secrets.open(row.access_token, userTokenPlace(row.environment, row.facebook_id));
    },
  };
}
export type UsersRepository = ReturnType<typeof usersRepository>;
