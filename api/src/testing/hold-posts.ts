import type { Knex } from 'knex';
import { afterEach } from 'vitest';
import { lockTable } from './database-state.ts';

/** Whoever asks for posts waits until they are let go, at the latest when the test has ended. */
export function holdingPosts(api: { readonly db: Knex }) {
  let hold: Knex.Transaction | null = null;
  async function letGo(): Promise<void> {
    await hold?.rollback();
    hold = null;
  }
  afterEach(letGo);
  return {
    async holdPosts(): Promise<void> {
      hold = await api.db.transaction();
      await lockTable(hold, 'posts');
    },
    letGo,
  };
}
