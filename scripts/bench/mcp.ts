import { createToken } from '../../api/src/contract/tokens.ts';
import type { Product } from '../product.ts';
import { logIn } from './client.ts';
import { line, spread, timed } from './figures.ts';

/** Fewer than a token may make in a minute, both ways together. */
const CALLS = 60;
const WARM_UP = 20;

/** What a tool costs beside the call that it makes, one after the other in turns. */
export async function benchMcp(product: Product): Promise<void> {
  const { cookie } = await logIn(product, 'manager');
  const made = await fetch(new URL(createToken.path, product.url), {
    method: 'POST',
    headers: { cookie, origin: product.url, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', scopes: ['read'], needsApproval: true }),
  });
  const { token } = (await made.json()) as { token: string };
  const authorization = `Bearer ${token}`;
  const path = '/api/posts/paginated?status=scheduled&limit=20';
  const params = { name: 'find_posts', arguments: { status: 'scheduled' } };
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const ask = async (answer: Promise<Response>) => {
    const text = await (await answer).text();
    if (/"isError":true|"code":/.test(text)) throw new Error(`The call was refused: ${text}`);
  };
  const plain = () => ask(fetch(new URL(path, product.url), { headers: { authorization } }));
  const tool = () =>
    ask(
      fetch(new URL('/mcp', product.url), {
        method: 'POST',
        headers: {
          authorization,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: message,
      }),
    );
  const [plains, tools]: [number[], number[]] = [[], []];
  for (let n = 0; n < CALLS + WARM_UP; n += 1) {
    const [a, b] = [await timed(plain), await timed(tool)];
    if (n < WARM_UP) continue;
    plains.push(a);
    tools.push(b);
  }
  const [least, mine] = [spread(plains), spread(tools)];
  line(
    'A tool of an assistant',
    `${mine.median.toFixed(2)} ms (95%: ${mine.p95.toFixed(2)})`,
    `the plain call: ${least.median.toFixed(2)} ms (${(mine.median / least.median).toFixed(2)}x)`,
    'under 2x',
  );
}
