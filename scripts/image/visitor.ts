import { setTimeout as sleep } from 'node:timers/promises';
import { logIn } from '../bench/client.ts';
import { untilReady } from '../parts.ts';
import { callSandbox } from '../sandbox-control.ts';

const READY_WITHIN_MS = 120_000;
const OUT_WITHIN_MS = 90_000;
const POLL_MS = 200;

interface SeenPost {
  readonly message: string;
  readonly is_published: boolean;
}

/** A manager with pages, at a product that runs somewhere with the sandbox beside it. Waits until it is ready. */
export async function visitor(url: string, sandboxUrl: string, hasEnded = () => false) {
  await untilReady(`${url}/readyz`, READY_WITHIN_MS, hasEnded);
  if (hasEnded()) throw new Error('It ended before it was ready: its lines above say why.');
  const control = <T>(call: string, { method, body }: { method: string; body?: unknown } = { method: 'GET' }) =>
    callSandbox<T>(sandboxUrl, method, call, body);
  const { cookie } = await logIn({ url, control }, 'manager');
  const headers = { cookie, origin: url, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/facebook-pages`, { headers });
  const pages = (await answer.json()) as { id: number; pageId: string }[];

  const timesOut = async (content: string): Promise<number> => {
    const shown = await Promise.all(pages.map(({ pageId }) => control<SeenPost[]>(`pages/${pageId}/posts`)));
    return shown.flat().filter((post) => post.is_published && post.message === content).length;
  };
  return {
    headers,
    /**
     * Makes a post for one of the pages, at once or for a time.
     * @param page its place in the list
     * @returns the answer's status
     */
    async post(page: number, content: string, at: Date | null = null): Promise<number> {
      const when = at === null ? { status: 'published' } : { status: 'scheduled', scheduledAt: at.toISOString() };
      const body = JSON.stringify({ content, facebookPageId: pages[page]?.id, ...when });
      return (await fetch(`${url}/api/posts`, { method: 'POST', headers, body })).status;
    },
    /** How often Facebook shows a text, once it does. */
    async untilOut(content: string): Promise<number> {
      const until = Date.now() + OUT_WITHIN_MS;
      while ((await timesOut(content)) === 0 && Date.now() < until) await sleep(POLL_MS);
      return timesOut(content);
    },
  };
}
