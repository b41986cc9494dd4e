import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { uploadMedia } from '../../api/src/contract/media.ts';
import { IDEMPOTENCY_HEADER } from '../../api/src/contract/endpoint.ts';
import { pngFile } from '../../api/src/testing/media-files.ts';
import type { Balancer } from './balancer.ts';
import type { Owner } from './owner.ts';
import type { PlannedPost } from './plan.ts';

/** A post is due soon after it was written, so that some are due at any moment. */
const DUE_IN_MS = 4000;
const READS = [
  '/api/settings',
  '/api/posts/paginated?status=scheduled',
  '/api/notifications',
  '/api/posts/paginated?status=published',
];

/** People who look at their posts and write new ones all the time, until they are told to stop. */
export function startLoad(
  balancer: Pick<Balancer, 'call'>,
  origin: string,
  owner: Owner,
  { people, pauseMs, photoEvery = Infinity }: { people: number; pauseMs: number; photoEvery?: number },
) {
  const written: PlannedPost[] = [];
  let isOver = false;
  let n = 0;

  const headers = () => ({ origin, cookie: owner.cookie(), 'content-type': 'application/json' });

  /** Asked again under the same key, as screens do, until somebody says something. */
  async function write(): Promise<void> {
    n += 1;
    const mine = n;
    const kind = mine % photoEvery === 0 ? 'photo' : 'text';
    const marker = `side-${mine}`;
    const page = mine % owner.pages.length;
    const key = randomUUID();
    const photo =
      kind === 'photo'
        ? { mediaType: 'image', mediaData: String(await sendPhoto(mine, { balancer, origin, owner, pauseMs })) }
        : {};
    const body = JSON.stringify({
      ...photo,
      content: `${marker}: a post of its own kind, number ${mine}`,
      status: 'scheduled',
      scheduledAt: new Date(Date.now() + DUE_IN_MS).toISOString(),
      facebookPageId: owner.pages[page]?.id,
    });
    for (;;) {
      const answer = await balancer.call('/api/posts', {
        method: 'POST',
        headers: { ...headers(), [IDEMPOTENCY_HEADER]: key },
        body,
      });
      if (answer?.status === 201)
        return void written.push({ n: mine, kind, page, marker, text: marker, dueInMs: DUE_IN_MS, action: null });
      // Written so late on a busy machine that its time has come already; any other answer is looked at again.
      if (answer?.status === 400) return;
      await sleep(pauseMs);
    }
  }

  async function person(number: number): Promise<void> {
    for (let turn = number; !isOver; turn += 1) {
      if (turn % (READS.length + 1) === 0) await write();
      else await balancer.call(READS[turn % READS.length] ?? '', { headers: headers() });
      await sleep(pauseMs);
    }
  }

  const all = Array.from({ length: people }, (_, number) => person(number));
  return {
    written,
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(all);
    },
  };
}
export type Load = ReturnType<typeof startLoad>;

interface Sending {
  readonly balancer: Pick<Balancer, 'call'>;
  readonly origin: string;
  readonly owner: Owner;
  readonly pauseMs: number;
}

/** One that is unlike any other, sent until it has arrived. @returns its id */
async function sendPhoto(number: number, { balancer, origin, owner, pauseMs }: Sending): Promise<number> {
  for (;;) {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(pngFile(number))]), 'photo.png');
    const headers = { origin, cookie: owner.cookie() };
    const answer = await balancer.call(uploadMedia.path, { method: 'POST', headers, body });
    if (answer?.status === 201) return (answer.body as { id: number }).id;
    await sleep(pauseMs);
  }
}
