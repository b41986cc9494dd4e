import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { setUpApi } from '../testing/scene.ts';
import { moderation } from './moderation.ts';

const api = setUpApi();
const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** A server that speaks like OpenAI's, as far as it does. */
async function serverThat(answers: RequestListener): Promise<{ baseUrl: string; asked: () => number }> {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    answers(request, response);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked: () => asked };
}
const at = (baseUrl: string) => moderation({ baseUrl, apiKey: () => 'sk-x' });
const json =
  (body: unknown): RequestListener =>
  (_, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));

test('a text that the provider objects to is named by what for, and another is fine', async () => {
  const { moderate } = api.app.configuration.ai;
  expect(await moderate('Fresh bread from seven.')).toEqual([]);
  expect(await moderate('Buy our bread, you stupid idiots.')).toEqual(['harassment']);
});

test('a server without the call is asked once, and nobody hears of it', async () => {
  const { baseUrl, asked } = await serverThat((_, response) => response.writeHead(404).end('{}'));
  const moderate = at(baseUrl);
  expect([await moderate('one'), await moderate('two'), asked()]).toEqual([null, null, 1]);
});

test.each([
  ['is broken', (_request, response) => void response.writeHead(500).end()],
  ['answers with something else', json({ choices: [] })],
  ['answers with no JSON', (_request, response) => void response.end('<html>')],
  ['hangs up', (request) => void request.socket.destroy()],
] as [string, RequestListener][])('a server that %s stands in nobody’s way', async (_name, answers) => {
  const { baseUrl } = await serverThat(answers);
  expect(await at(baseUrl)('Fresh bread.')).toBeNull();
});

test('without a key nobody is asked', async () => {
  const { baseUrl, asked } = await serverThat(json({}));
  expect(await moderation({ baseUrl, apiKey: () => null })('Fresh bread.')).toBeNull();
  expect(asked()).toBe(0);
});
