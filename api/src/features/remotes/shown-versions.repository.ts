import type { Knex } from 'knex';
import type { ProductSeal } from './product-seal.ts';

interface Row {
  readonly name: string;
  readonly state: string;
  readonly seal: string;
}

/** What the processes of this product tell each other of the versions that people were given. */
export function shownVersionsRepository(db: Knex, seal: ProductSeal) {
  const stateOf = (row: Row | undefined): string | null =>
    row !== undefined && seal.fits(row.seal, row.name, row.state) ? row.state : null;

  return {
    /** By name; nothing that was written by others than this product. */
    async all(): Promise<Map<string, string>> {
      const rows = await db<Row>('shown_releases');
      return new Map(
        rows.flatMap((row) => {
          const state = stateOf(row);
          return state === null ? [] : [[row.name, state] as const];
        }),
      );
    },

    /**
     * Changes what is told of an area, one at a time over all processes.
     * @param change gets what is told now, or null; leaves it as it is by null
     */
    async change(name: string, change: (told: string | null) => Promise<string | null>): Promise<void> {
      await db.transaction(async (trx) => {
        await trx.raw("select pg_advisory_xact_lock(hashtext('pagecast.shown-releases'))");
        const state = await change(stateOf(await trx<Row>('shown_releases').where({ name }).first()));
        if (state === null) return;
        const row = { name, state, seal: seal.of(name, state) };
        await trx('shown_releases').insert(row).onConflict('name').merge();
      });
    },
  };
}
