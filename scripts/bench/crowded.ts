import type pg from 'pg';
import { SEARCH_WORDS } from '../../api/src/contract/common.ts';
import { manyPosts } from '../../api/src/testing/many-posts.ts';
import type { Product } from '../product.ts';
import { logIn, type Client } from './client.ts';
import { line, spread, timed } from './figures.ts';
import { wakeUps } from './publishing.ts';

const TEXTS = 3000;
const SEARCHES = 25;
const READS = 100;
const NEAR_ENOUGH = 3;

/**
 * What one person's searches cost everybody else: as many as they can send, of as many words as they may have, over big
 * texts that no index helps with.
 */
export async function benchCrowded(product: Product, db: pg.Client): Promise<void> {
  const [seeker, other] = [await logIn(product, 'manager'), await logIn(product, 'many')];
  await db.query(
    manyPosts({
      status: 'draft',
      values: { content: "(select string_agg(md5(n::text || k::text), ' ') from generate_series(1, 1000) k)" },
      count: TEXTS,
      of: 'u.facebook_id = $1',
    }),
    [seeker.facebookId],
  );
  const read = () =>
    timed(async () => {
      await (await fetch(`${product.url}/api/settings`, { headers: { cookie: other.cookie } })).text();
    });
  const measure = async (name: string) => {
    const reads = (async () => {
      const ms: number[] = [];
      for (let n = 0; n < READS; n += 1) ms.push(await read());
      return ms;
    })();
    const [wakes, readings] = await Promise.all([wakeUps(db, other.facebookId, name), reads]);
    return { wake: spread(wakes), read: spread(readings) };
  };

  const quiet = await measure('Quiet');
  const searches = startSearches(product, seeker);
  const crowded = await measure('Crowded');
  printFigures({ quiet, crowded, answers: await searches.stop() });
}

/** As many searches at a time as one person may send, of as many words as they may have. */
function startSearches(product: Product, seeker: Client) {
  const ending = new AbortController();
  const words = encodeURIComponent(Array.from({ length: SEARCH_WORDS }, (_, n) => n.toString(16)).join(' '));
  const answers = new Map<number, number>();
  const attack = Array.from({ length: SEARCHES }, async () => {
    while (!ending.signal.aborted) {
      const status = await fetch(`${product.url}/api/posts/paginated?status=draft&text=${words}zz`, {
        headers: { cookie: seeker.cookie },
        signal: ending.signal,
      }).then(
        async (answer) => {
          await answer.text();
          return answer.status;
        },
        () => 0,
      );
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  });

  return {
    /** @returns how often each status was the answer; 0 of what was broken off */
    async stop(): Promise<ReadonlyMap<number, number>> {
      ending.abort();
      await Promise.all(attack);
      return answers;
    },
  };
}

type Spread = ReturnType<typeof spread>;
interface Measured {
  readonly wake: Spread;
  readonly read: Spread;
}

function printFigures({
  quiet,
  crowded,
  answers,
}: {
  quiet: Measured;
  crowded: Measured;
  answers: ReadonlyMap<number, number>;
}): void {
  const times = (one: number, two: number) => `aim ${NEAR_ENOUGH} times as long, is ${(one / two).toFixed(1)}`;
  const figure = ({ median, p95, worst }: Spread) =>
    `median ${median.toFixed(1)}, p95 ${p95.toFixed(1)}, worst ${worst.toFixed(1)} ms`;
  line(
    `Wake-up under ${SEARCHES} searches of a person`,
    figure(crowded.wake),
    `quiet: ${figure(quiet.wake)}`,
    times(crowded.wake.median, quiet.wake.median),
  );
  line(
    "Somebody else's call under them",
    figure(crowded.read),
    `quiet: ${figure(quiet.read)}`,
    times(crowded.read.median, quiet.read.median),
  );
  line(
    'What the searches were answered',
    [...answers]
      .filter(([status]) => status !== 0)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
    '',
    '',
  );
}
