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
    for each row execute function forget_intent();
  create or replace function forget_sketch() returns trigger language plpgsql as $$
  begin
    new.sketch := decode(repeat('00', octet_length(new.sketch)), 'hex');
    new.links := '{}';
    return new;
  end $$;
  create trigger forget_sketch before insert or update on post_sketches
    for each row execute function forget_sketch();
  create trigger forget_sketch before insert or update on proposal_sketches
    for each row execute function forget_sketch()`;
