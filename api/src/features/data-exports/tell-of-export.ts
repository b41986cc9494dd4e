import type { Knex } from 'knex';
import type { ProblemOf } from '../../problems/problem.ts';
import { notifyOfExport } from '../notifications/notify-of-export.repository.ts';
import { outboxRepository } from '../outbox/outbox.repository.ts';
import type { Ended } from './data-exports.repository.ts';

/** Tells whoever asked what came of it: in the app, and outside of it as they chose. */
export async function tellOfExport(
  trx: Knex.Transaction,
  { owner }: Ended,
  problem: ProblemOf<'export_ready' | 'export_failed'>,
): Promise<void> {
  await notifyOfExport(trx, owner, problem);
  await outboxRepository(trx).add(owner, { kind: 'data_export', params: { problem } });
}
