import type { Knex } from 'knex';

interface CodeRow {
  code: string;
  is_active: boolean;
  expires_at: Date | null;
  max_uses: number | null;
  current_uses: number;
}

export function invitationsRepository(db: Knex) {
  const usable = (code: string) => db<CodeRow>('invitation_codes').where({ code, is_active: true })
    .andWhere((either) => either.whereNull('expires_at').orWhere('expires_at', '>', db.fn.now()))
    .andWhere((either) => either.whereNull('max_uses').orWhere('current_uses', '<', db.ref('max_uses')));

  return {
    async isUsable(code: string): Promise<boolean> {
      return (await usable(code).first('code')) !== undefined;
    },

    /** Spends one use of a code, if it has one left. One statement, so that `max_uses` holds under any rush. */
    async spend(code: string): Promise<boolean> {
      return (await usable(code).update({ current_uses: db.raw('current_uses + 1') })) === 1;
    },
  };
}
export type InvitationsRepository = ReturnType<typeof invitationsRepository>;
