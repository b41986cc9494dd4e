import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../torture/world.ts';
import type { Machine } from './machine.ts';

const POLL_MS = 2;

/**
 * Kills what migrates with -9, once it has applied some and not all.
 * @returns in words, after how many
 */
export async function killInTheMiddle(
  { table }: Pick<World, 'table'>,
  machine: Machine,
  ...migrate: Parameters<Machine['begin']>
): Promise<string> {
  const applied = async () => (await table.one<{ n: number }>('select count(*)::int as n from knex_migrations')).n;
  const before = await applied();
  const child = machine.begin(...migrate);
  const ended = once(child, 'exit');
  while (child.exitCode === null && (await applied()) < before + 2) await sleep(POLL_MS);
  const isKilled = child.exitCode === null;
  machine.killCommands();
  await ended;
  return isKilled ? `after ${(await applied()) - before} of them` : 'never: it was too quick';
}
