import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import path from 'node:path';
import type pg from 'pg';
import { manyPosts } from '../../api/src/testing/many-posts.ts';
import { freePort } from '../ports.ts';
import type { Product } from '../product.ts';
import { logIn } from './client.ts';
import { cpuMs } from './cpu-time.ts';
import { line, spread } from './figures.ts';

const ROUNDS = 6;
const REQUESTS_A_ROUND = 1500;
/** Until then much of the time is that of V8's compilers: of ours twice what it is afterwards. */
const REQUESTS_TO_WARM_UP = 10_000;
const AT_ONCE = 4;
const READS = [
  ['/api/auth/user', 1.8],
  ['/api/posts/paginated?page=1&limit=10&status=published', 2.0],
  ['/api/dashboard/stats', 2.5],
] as const;

/** CPU time per request of the hottest reads, beside a bare server's, in turns, so that both see the same machine. */
export async function benchRequestCpu(product: Product, db: pg.Client): Promise<void> {
  const { cookie, facebookId } = await logIn(product, 'manager');
  await db.query(
    manyPosts({
      status: 'published',
      values: {
        content: "repeat('A post about bread. ', 20) || n",
        scheduled_at: "now() - n * interval '3 hours'",
        published_at: "now() - n * interval '3 hours'",
        remote_id: "'1_' || n",
        is_ai_generated: 'n % 2 = 0',
      },
      count: 3000,
      of: 'u.facebook_id = $1',
    }),
    [facebookId],
  );
  await db.query('analyze');

  const port = await freePort();
  const floor = fork(path.join(import.meta.dirname, 'floor-server.ts'), {
    env: { ...process.env, PORT: String(port), DATABASE_URL: product.databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  if (floor.stdout) await once(floor.stdout, 'data');
  try {
    for (const [url, aim] of READS) {
      const ours: number[] = [];
      const bare: number[] = [];
      const measure = async (requests: number) => ({
        a: await cpuPerRequest(product.apiPid(), product.url + url, cookie, requests),
        b: await cpuPerRequest(floor.pid ?? 0, `http://127.0.0.1:${port}${url}`, cookie, requests),
      });
      await measure(REQUESTS_TO_WARM_UP);
      for (let round = 0; round < ROUNDS; round += 1) {
        const { a, b } = await measure(REQUESTS_A_ROUND);
        if (a === null || b === null)
          return console.log('CPU per request: this system does not tell the CPU time of a process');
        ours.push(a);
        bare.push(b);
      }
      const [mine, least] = [spread(ours).median, spread(bare).median];
      line(
        `CPU of GET ${url.split('?')[0]}`,
        `${mine.toFixed(3)} ms a request`,
        `bare: ${least.toFixed(3)} ms (${(mine / least).toFixed(2)}x)`,
        `aim ${aim.toFixed(1)}x`,
      );
    }
  } finally {
    floor.kill();
  }
}

async function cpuPerRequest(pid: number, url: string, cookie: string, requests: number): Promise<number | null> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const before = cpuMs(pid);
  let left = requests;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left > 0) {
        left -= 1;
        await get(agent, url, cookie);
      }
    }),
  );
  const after = cpuMs(pid);
  agent.destroy();
  return before === null || after === null ? null : (after - before) / requests;
}

async function get(agent: Agent, url: string, cookie: string): Promise<void> {
  const call = request(url, { agent, headers: { cookie } });
  call.end();
  const [response] = await once(call, 'response');
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  response.resume();
  await once(response, 'end');
}
