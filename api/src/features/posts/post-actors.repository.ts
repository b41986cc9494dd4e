import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import { traceparent } from '../../tracing/tracing.ts';

/** By whose hand posts are changed. Each call belongs into a transaction. */
export function postActorsRepository(trx: Knex) {
  return {
    /**
     * Says who changes posts in this transaction, and in which trace. The triggers that note what becomes of a post
     * find it.
     */
    async name(actor: {
      readonly facebookId: string;
      readonly name: string;
      readonly isInPlace: boolean;
      /** The name of the token by which a program does it. */
      readonly token?: string;
    }): Promise<void> {
      await trx.raw("select set_config('pagecast.actor', ?, true), set_config('pagecast.traceparent', ?, true)", [
        JSON.stringify(actor),
        traceparent() ?? '',
      ]);
    },

    /** That these posts have other files now: their own rows do not tell. */
    async noteFiles(postIds: readonly PostId[]): Promise<void> {
      await trx.raw(
        `select note_post_event(id, 'edited', '{}', '{"hasNewFiles": true}', null) from unnest(?::bigint[]) id`,
        [[...postIds]],
      );
    },

    /** What they changed in other people's posts, or in these, was changed by somebody whose account is gone. */
    async forget(
      facebookId: string,
      gone: { readonly id: string; readonly name: string },
      postIds?: readonly PostId[],
    ): Promise<void> {
      const events = trx('post_events').where({ actor_facebook_id: facebookId });
      if (postIds !== undefined) void events.whereIn('post_id', [...postIds]);
      await events.update({ actor_facebook_id: gone.id, actor_name: gone.name });
    },
  };
}
