/**
 * `npm run agents`: ten thousand runs of simulated agents against real processes, and what followers saw of them. Exit
 * code 1 when the promise was broken.
 * `--runs 500 --seed 7` plays those; `--minutes 60` as many as fit; `--weak` takes the memory of intents out, and
 * finds posts that are out twice.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { BROKEN, type AgentWorld } from '../api/agents/agent-world.ts';
import { playAgents } from '../api/agents/harness.ts';
import { startImageSite } from '../api/agents/image-site.ts';
import { FORGET_INTENTS } from '../api/src/testing/without-intents.ts';
import { onStop } from './lifecycle.ts';
import { startWorld, type World } from './torture/world.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    runs: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: 'Infinity' },
    weak: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed ?? randomInt(1, 100_000));
const runs = Number(values.runs);
console.log(`Seed ${seed}: \`npm run agents -- --runs ${runs} --seed ${seed}\` plans the same runs.`);

const start = performance.now();
const world = await startWorld({ mode: 'two-step', swaps: values.weak ? ['no-known-rows'] : [] });
onStop(() => world.close());
const images = await startImageSite();
const env = { IMAGE_NETWORKS: '127.0.0.1', CODE_RATE_LIMIT: '1000' };
const apis = [await world.addApi('one', { env }), await world.addApi('two', { env })];
for (const api of apis) api.start();
await Promise.all(apis.map((api) => api.untilReady()));
if (values.weak) await world.table.rows(FORGET_INTENTS);

const { counts, violations } = await playAgents(agentWorld(world), {
  seed,
  runs,
  roles: ['many'],
  isOver: () => performance.now() - start > Number(values.minutes) * 60_000,
  say: (line) => {
    console.log(line);
  },
});
images.close();
await world.close();

for (const [what, count] of [...counts].toSorted(([a], [b]) => a.localeCompare(b)))
  console.log(`${String(count).padStart(8)}  ${what}`);
console.log(`${Math.round((performance.now() - start) / 1000)} s`);
for (const [kind, words] of Object.entries(BROKEN)) {
  const found = violations.filter((violation) => violation.kind === kind);
  console.log(`${String(found.length).padStart(8)}  ${kind}: ${words}`);
  for (const { marker, detail } of found.slice(0, 5)) console.log(`          ${marker}: ${detail}`);
}
process.exit(violations.length > 0 ? 1 : 0);

/** One post of each page falls due at a time: those that are late together would be kept half an hour apart. */
function agentWorld({ control, origin, table }: World): AgentWorld {
  const MAKE_DUE = `update posts set scheduled_at = now() where id in (
    select distinct on (facebook_page_id) id from posts where status = 'scheduled' and scheduled_at > now()
    order by facebook_page_id, scheduled_at, id)`;
  const LEFT = `select count(*) filter (where status = 'publishing' or scheduled_at <= now())::int as due,
    count(*)::int as all from posts where status in ('scheduled', 'publishing')`;
  return {
    urls: apis.map(({ url }) => url),
    origin,
    // A line that was idle is closed under the next call; these only ask.
    control: <T>(method: string, call: string, body?: unknown) =>
      control<T>(method, call, body).catch(() => control<T>(method, call, body)),
    imageAt: images.imageAt,
    async letTimePass() {
      for (;;) {
        const { due, all } = await table.one<{ due: number; all: number }>(LEFT);
        if (all === 0) return;
        if (due === 0) await table.rows(MAKE_DUE);
        else await sleep(200);
      }
    },
  };
}
