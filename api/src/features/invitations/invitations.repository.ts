import type { Knex } from 'knex';

/** A code that lets strangers in. */
export interface Invitation {
  readonly id: number;
  readonly code: string;
  readonly description: string | null;
  /** null: any number of times. */
  readonly maxUses: number | null;
  readonly currentUses: number;
  readonly expiresAt: Date | null;
  /** It lets somebody in at this moment. */
  readonly isActive: boolean;
  readonly createdAt: Date;
}

export type NewInvitation = Pick<Invitation, 'code' | 'description' | 'maxUses' | 'expiresAt'>;

interface CodeRow {
  id: number;
  code: string;
  description: string | null;
  created_at: Date;
  is_active: boolean;
  expires_at: Date | null;
  max_uses: number | null;
  current_uses: number;
}

export function invitationsRepository(db: Knex) {
  /** In any letter case. */
  const spelt = (code: string) => db<CodeRow>('invitation_codes').whereRaw('lower(code) = lower(?)', [code]);
  const usable = (code: string) =>
    spelt(code)
      .where({ is_active: true })
      .andWhere((either) => either.whereNull('expires_at').orWhere('expires_at', '>', db.fn.now()))
      .andWhere((either) => either.whereNull('max_uses').orWhere('current_uses', '<', db.ref('max_uses')));

  return {
    /** All codes, the newest first. */
    async list(): Promise<Invitation[]> {
      return (
        await db<CodeRow>('invitation_codes').orderBy([
          { column: 'created_at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
      ).map(toInvitation);
    },

    /** @returns null when there is such a code already, in any letter case */
    async create({ code, description, maxUses, expiresAt }: NewInvitation): Promise<Invitation | null> {
      const [row] = await db<CodeRow>('invitation_codes')
        .insert({ code, description, max_uses: maxUses, expires_at: expiresAt })
        .onConflict()
        .ignore()
        .returning('*');
      return row === undefined ? null : toInvitation(row);
    },

    /** @returns what was deleted, or null */
    async remove(id: number): Promise<Invitation | null> {
      const [row] = await db<CodeRow>('invitation_codes').where({ id }).delete().returning('*');
      return row === undefined ? null : toInvitation(row);
    },

    async find(code: string): Promise<Invitation | null> {
      const row = await spelt(code).first();
      return row === undefined ? null : toInvitation(row);
    },

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

function toInvitation(row: CodeRow): Invitation {
  const isOver = row.expires_at !== null && row.expires_at.getTime() <= Date.now();
  const isUsedUp = row.max_uses !== null && row.current_uses >= row.max_uses;
  return {
    id: row.id,
    code: row.code,
    description: row.description,
    maxUses: row.max_uses,
    currentUses: row.current_uses,
    expiresAt: row.expires_at,
    isActive: row.is_active && !isOver && !isUsedUp,
    createdAt: row.created_at,
  };
}
