import { once } from 'node:events';
import { connect } from 'node:net';
import { chanceFrom, pick } from '../../api/sandbox/chance.ts';
import type { Api, World } from './world.ts';

const KILL_EVERY_MS = 1000;

/** Every second, kills one of the API processes that are up (it comes back at once), and restarts PostgreSQL twice, in an order that the seed decides. */
export function startKilling({ restartPostgres }: World, apis: readonly Api[], { seed, stormMs }: { seed: number; stormMs: number }) {
  const chance = chanceFrom(`kills ${seed}`);
  let kills = 0;
  const restarts: Promise<void>[] = [];
  const killing = setInterval(() => { void killOne(); }, KILL_EVERY_MS);
  // One that is still starting has nothing to lose.
  const killOne = async () => {
    const areUp = await Promise.all(apis.map(isUp));
    const up = apis.filter((_, n) => areUp[n]);
    if (up.length > 0 && pick(chance, up).signal('SIGKILL')) kills += 1;
  };
  const timers = ([['stop', 1 / 3], ['crash', 2 / 3]] as const).map(([how, share]) =>
    setTimeout(() => { restarts.push(restartPostgres(how)); }, stormMs * share));

  return {
    async stop(): Promise<{ kills: number; restarts: number }> {
      clearInterval(killing);
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(restarts);
      return { kills, restarts: restarts.length };
    },
  };
}

async function isUp({ url }: Api): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const line = connect(Number(port), hostname);
  try {
    await once(line, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    line.destroy();
  }
}
