import type { Knex } from 'knex';

/**
 * Takes the guard out: no proposal is known again from then on, nor likened to another. The product has no switch for
 * this, and must not; the database forgets what it is given.
 */
export const withoutIntents = (db: Pick<Knex, 'raw'>): Promise<unknown> => db.raw(FORGET_INTENTS);

export const FORGET_INTENTS = `
  create or replace function forget_intent() returns trigger language plpgsql as $$
  begin
    new.intent_hash := gen_random_uuid()::text;
    new.similar_to := null;
    return new;
  end $$;
  create trigger forget_intent before insert or update on proposals
    for each row execute function forget_intent()`;
