import { once } from 'node:events';
import { connect } from 'node:net';
import { chanceFrom, pick } from '../../api/sandbox/chance.ts';
import type { Api, World } from './world.ts';

const KILL_EVERY_MS = 1000;
const POLL_EVERY_MS = 200;
/** One that has only just come up has nothing in hand that a kill could tear from it. */
const UP_FOR_MS = 800;

/**
 * Every second, kills one of the API processes that are at work, that of its loop, or both (what was killed comes back
 * at once), and restarts PostgreSQL twice, in an order that the seed decides.
 */
export function startKilling(
  { restartPostgres }: World,
  apis: readonly Api[],
  { seed, chaosMs }: { seed: number; chaosMs: number },
) {
  const chance = chanceFrom(`kills ${seed}`);
  let kills = 0;
  const restarts: Promise<void>[] = [];
  const upSince = new Map<Api, number>();
  const looking = setInterval(() => {
    for (const api of apis) void poll(api);
  }, POLL_EVERY_MS);
  const poll = async (api: Api) => {
    if (!(await isUp(api))) upSince.delete(api);
    else if (!upSince.has(api)) upSince.set(api, Date.now());
  };
  const killing = setInterval(() => {
    const atWork = apis.filter((api) => Date.now() - (upSince.get(api) ?? Infinity) >= UP_FOR_MS);
    if (atWork.length === 0) return;
    const victim = pick(chance, atWork);
    const what = pick(chance, ['all', 'itself', 'its loop'] as const);
    if (what === 'all' ? victim.signal('SIGKILL') : victim.signalOne(what, 'SIGKILL')) kills += 1;
    if (what !== 'its loop') upSince.delete(victim);
  }, KILL_EVERY_MS);
  const timers = (
    [
      ['stop', 1 / 3],
      ['crash', 2 / 3],
    ] as const
  ).map(([how, share]) =>
    setTimeout(() => {
      // Never while the last one is still coming up, as on a busy machine.
      const restart = (restarts.at(-1) ?? Promise.resolve()).then(() => restartPostgres(how));
      // Told by `stop`.
      restart.catch(() => {});
      restarts.push(restart);
    }, chaosMs * share),
  );

  return {
    async stop(): Promise<{ kills: number; restarts: number }> {
      clearInterval(killing);
      clearInterval(looking);
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
