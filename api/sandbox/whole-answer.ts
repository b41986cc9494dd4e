import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';

export interface WholeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Asked {
  readonly method: string;
  readonly headers: Headers;
  readonly body?: string | Buffer | null;
}

/**
 * A connection for each: one that was kept may be closed at its other end just as it is taken again, where the machine
 * was too busy to see that its time was over.
 */
const agent = new Agent({ keepAlive: false });

/**
 * Asks, follows nothing, and reads the answer to its end. It takes half the time of `fetch`, which streams both ways;
 * tests ask tens of thousands of times.
 * @throws Error of the connection where it ends before the answer does
 */
export async function wholeAnswer(url: URL, { method, headers, body = null }: Asked): Promise<WholeAnswer> {
  if (body !== null) headers.set('content-length', String(Buffer.byteLength(body)));
  const asking = request(url, { agent, method, headers: Object.fromEntries(headers) });
  asking.end(body ?? undefined);
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  // It may be answered before it has sent everything.
  asking.on('error', () => {});
  const parts: Buffer[] = await answer.toArray();
  const received = new Headers();
  for (const [name, values = []] of Object.entries(answer.headersDistinct))
    for (const value of values) received.append(name, value);
  return { status: answer.statusCode ?? 0, headers: received, text: Buffer.concat(parts).toString('utf8') };
}
