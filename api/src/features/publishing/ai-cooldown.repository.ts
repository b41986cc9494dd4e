import type { Knex } from 'knex';
import { prepared } from '../../db/database.ts';

const UNTIL = "select paused_until from pauses where scope = 'ai' and key = 'all' and paused_until > now()";

/** $1: seconds. A longer cooldown that is on already stands. */
const COOLDOWN = `
  insert into pauses as z (scope, key, paused_until, reason)
    values ('ai', 'all', now() + make_interval(secs => $1), 'retry_after')
  on conflict (scope, key) do update set paused_until = greatest(z.paused_until, excluded.paused_until)
    returning paused_until`;

/** The AI has said to one process when it takes calls again: until then none asks it for automation. */
export function aiCooldownRepository(db: Knex) {
  return {
    /** Null: it takes calls. */
    until: async (): Promise<Date | null> =>
      (await prepared<{ paused_until: Date }>(db, 'ai_cooldown_until', UNTIL, []))[0]?.paused_until ?? null,

    async begin(seconds: number): Promise<Date> {
      const [row] = await prepared<{ paused_until: Date }>(db, 'begin_ai_cooldown', COOLDOWN, [seconds]);
      if (row === undefined) throw new Error('The cooldown was not recorded');
      return row.paused_until;
    },
  };
}
export type AiCooldownRepository = ReturnType<typeof aiCooldownRepository>;
