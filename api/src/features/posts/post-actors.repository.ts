import type { Knex } from 'knex';

/** By whose hand posts are changed. Each call belongs into a transaction. */
export function postActorsRepository(trx: Knex) {
  return {
    /** Says who changes posts in this transaction: the triggers that note what becomes of a post find it. */
    async name(actor: {
      readonly facebookId: string;
      readonly name: string;
      readonly isInPlace: boolean;
      /** The name of the token by which a program does it. */
      readonly token?: string;
    }): Promise<void> {
      await trx.raw("select set_config('pagecast.actor', ?, true)", [JSON.stringify(actor)]);
    },

    /** What they changed in other people's posts was changed by somebody whose account is gone. */
    async forget(facebookId: string, gone: { readonly id: string; readonly name: string }): Promise<void> {
      await trx('post_events')
        .where({ actor_facebook_id: facebookId })
        .update({ actor_facebook_id: gone.id, actor_name: gone.name });
    },
  };
}
