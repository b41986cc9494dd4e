import type { Knex } from 'knex';
import { Surface } from '../../../surfaces/surface.ts';

/** Versions of each area, and of the shell, that are asked what they use. */
export const ASKED_VERSIONS = 10;

interface Version {
  readonly name: string;
  readonly version: string;
}

/** What a version uses. */
export interface ReleasedUses extends Version {
  readonly uses: Surface;
  /** Why it was taken although something did not fit; null: all fits. */
  readonly breaking: string | null;
}

interface Row extends Version {
  readonly uses: unknown;
  readonly breaking: string | null;
}

export function releasedUsesRepository(db: Knex) {
  const table = () => db<Row & { id: string }>('release_uses');
  return {
    /** Of a version what is known first stays: it never changes. Those that nobody is asked about any more go. */
    async keep({ name, version }: Version, uses: Surface, breaking: string | null = null): Promise<void> {
      await table()
        .insert({ name, version, uses: JSON.stringify(uses), breaking })
        .onConflict(['name', 'version'])
        .ignore();
      const asked = table().where({ name }).orderBy('id', 'desc').limit(ASKED_VERSIONS).select('id');
      const known = db('remote_releases').where({ name }).select('version');
      await table().where({ name }).whereNotIn('id', asked).whereNotIn('version', known).delete();
    },

    /** Whether somebody said why a version is taken as it is. */
    async isBreaking({ name, version }: Version): Promise<boolean> {
      return (await table().where({ name, version }).whereNotNull('breaking').first('id')) !== undefined;
    },

    async has({ name, version }: Version): Promise<boolean> {
      return (await table().where({ name, version }).first('id')) !== undefined;
    },

    /** Of every area and of the shell, the newest first. One that can't be read any more is passed over. */
    async all(): Promise<ReleasedUses[]> {
      return (
        await table().orderBy('name').orderBy('id', 'desc').select('name', 'version', 'uses', 'breaking')
      ).flatMap(read);
    },

    async of({ name, version }: Version): Promise<ReleasedUses | null> {
      const row = await table().where({ name, version }).first('name', 'version', 'uses', 'breaking');
      return row === undefined ? null : (read(row)[0] ?? null);
    },
  };
}
export type ReleasedUsesRepository = ReturnType<typeof releasedUsesRepository>;

function read({ name, version, uses, breaking }: Row): ReleasedUses[] {
  const surface = Surface.safeParse(uses);
  return surface.success ? [{ name, version, breaking, uses: surface.data }] : [];
}
