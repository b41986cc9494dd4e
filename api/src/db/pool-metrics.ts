import type { Knex } from 'knex';
import { Gauge, type Registry } from 'prom-client';

/** What knex's own pool has, and does not say. */
interface Pool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
  readonly max: number;
}

/** Tells how much of each pool is in use, without asking the database. */
export function poolMetrics(registry: Registry, pools: Readonly<Record<string, Knex>>): void {
  const registers = [registry];
  const each = Object.entries(pools).map(([pool, db]) => ({ pool, of: db.client.pool as Pool }));
  new Gauge({
    name: 'database_pool_connections',
    help: 'Open connections to the database, by pool: used by a statement or transaction, or free',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { pool, of } of each) {
        this.set({ pool, state: 'used' }, of.numUsed());
        this.set({ pool, state: 'free' }, of.numFree());
      }
    },
  });
  new Gauge({
    name: 'database_pool_connections_max',
    help: 'So many connections a pool may open',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const { pool, of } of each) this.set({ pool }, of.max);
    },
  });
  new Gauge({
    name: 'database_pool_waiting',
    help: 'Pieces of work that wait for a connection of their pool',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const { pool, of } of each) this.set({ pool }, of.numPendingAcquires());
    },
  });
}
