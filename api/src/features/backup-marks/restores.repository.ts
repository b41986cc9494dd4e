import type { Knex } from 'knex';

/** What ends when a backup is put back: nobody knows any more what was taken back after it was made. */
export interface Ended {
  readonly sessions: number;
  readonly tokens: number;
  readonly releaseTokens: number;
  readonly invitations: number;
  readonly mails: number;
}

/** Posts that wait, or were on their way, when the backup was made. */
export interface Meanwhile {
  /** Their time has come since, and they were found at their network. */
  readonly out: number;
  readonly notOut: number;
  /** It could not be found out. */
  readonly unknown: number;
  readonly unchecked: number;
  readonly later: number;
}

const MEANWHILE = `
  select count(*) filter (where c.outcome = 'out')::int as out, count(*) filter (where c.outcome = 'not-out')::int
      as "notOut",
    count(*) filter (where c.outcome = 'unknown')::int as unknown,
    count(*) filter (where c.outcome is null and p.scheduled_at <= now())::int as unchecked,
    count(*) filter (where c.outcome is null and p.scheduled_at > now())::int as later
  from posts p left join restored_posts c on c.post_id = p.id and c.restore_id = :id
  where p.status in ('scheduled', 'publishing') and p.scheduled_at > :backupAt::timestamptz - interval '1 hour'`;

/** A backup that was put back, and what became of it. */
export interface Restore {
  readonly id: number;
  readonly backupId: string;
  readonly backupAt: Date;
  readonly restoredAt: Date;
  readonly ended: Ended;
}

export function restoresRepository(db: Knex) {
  return {
    /** The one that nobody has released yet, or null. */
    async held(): Promise<Restore | null> {
      const row = await db('restores').whereNull('released_at').first<Restore | undefined>({
        id: 'id',
        backupId: 'backup_id',
        backupAt: 'backup_at',
        restoredAt: 'restored_at',
        ended: 'ended',
      });
      return row ?? null;
    },

    /** What may have gone out since the backup was made, and what was found of it. */
    async meanwhile({ id, backupAt }: Restore): Promise<Meanwhile> {
      const { rows } = await db.raw<{ rows: Meanwhile[] }>(MEANWHILE, { id, backupAt });
      const [counted] = rows;
      if (counted === undefined) throw new Error('Nothing was counted');
      return counted;
    },

    /** False when somebody else has. */
    async release(id: number): Promise<boolean> {
      return (await db('restores').where({ id }).whereNull('released_at').update({ released_at: db.fn.now() })) === 1;
    },
  };
}
