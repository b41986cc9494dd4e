import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Answering = (response: ServerResponse, received: Received) => void;

/** Somebody's server, which is told things: it keeps what came, and answers as a test has it. */
export async function receiver() {
  const received: Received[] = [];
  let answer: Answering = (response) => response.end('ok');
  const server: Server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const one = { path: request.url ?? '', headers: request.headers as Record<string, string>, body };
      received.push(one);
      answer(response, one);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    /** What came as JSON. */
    bodies: () => received.map(({ body }) => JSON.parse(body) as Record<string, unknown>),
    answers(how: Answering | number): void {
      answer = typeof how === 'number' ? (response) => response.writeHead(how).end() : how;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
export type Receiver = Awaited<ReturnType<typeof receiver>>;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
