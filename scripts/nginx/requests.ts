import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const MEGABYTE = 1024 * 1024;

/** A body that the product does not want, and what it is to be answered. */
export interface Unwanted {
  readonly name: string;
  readonly method?: string;
  readonly path: string;
  readonly status: number;
  readonly megabytes: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly isLoggedIn?: boolean;
  readonly begins?: string;
}

const JSON_BODY = { 'content-type': 'application/json' };

export const UNWANTED: readonly Unwanted[] = [
  { name: "nobody's", path: '/api/posts', status: 401, megabytes: 4, headers: JSON_BODY },
  {
    name: 'from another site',
    path: '/api/posts',
    status: 403,
    megabytes: 4,
    headers: { ...JSON_BODY, origin: 'https://elsewhere.example' },
    isLoggedIn: true,
  },
  { name: 'for no call', path: '/api/no-such-call', status: 404, megabytes: 4, headers: JSON_BODY, isLoggedIn: true },
  {
    name: 'for another method',
    method: 'PUT',
    path: '/api/settings',
    status: 405,
    megabytes: 4,
    headers: JSON_BODY,
    isLoggedIn: true,
  },
  {
    name: 'too large',
    method: 'PATCH',
    path: '/api/settings',
    status: 413,
    megabytes: 4,
    headers: JSON_BODY,
    isLoggedIn: true,
  },
  // These are on their way as a whole before the answer comes: what nobody reads of them stays in the shared
  // connection.
  {
    name: 'a little too large',
    method: 'PATCH',
    path: '/api/settings',
    status: 413,
    megabytes: 1.25,
    headers: JSON_BODY,
    isLoggedIn: true,
  },
  {
    name: 'a form a little too large',
    path: '/api/facebook/deauthorize',
    status: 400,
    megabytes: 0.25,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  {
    name: 'too large, where media may stand',
    path: '/api/posts',
    status: 413,
    megabytes: 24,
    headers: JSON_BODY,
    isLoggedIn: true,
  },
  {
    name: 'too large in its media',
    path: '/api/posts',
    status: 413,
    megabytes: 24,
    headers: JSON_BODY,
    isLoggedIn: true,
    begins: '{"mediaData":"data:image/png;base64,',
  },
  {
    name: 'of another type',
    method: 'POST',
    path: '/api/media',
    status: 415,
    megabytes: 4,
    headers: { 'content-type': 'text/plain' },
    isLoggedIn: true,
  },
  {
    name: 'too large a picture',
    method: 'POST',
    path: '/api/media?kind=image',
    status: 413,
    megabytes: 24,
    headers: { 'content-type': 'image/png' },
    isLoggedIn: true,
  },
  {
    name: 'an upload of nobody',
    method: 'PATCH',
    path: '/api/media/uploads/00000000-0000-4000-8000-000000000000',
    status: 404,
    megabytes: 4,
    headers: { 'content-type': 'application/offset+octet-stream', 'tus-resumable': '1.0.0', 'upload-offset': '0' },
    isLoggedIn: true,
  },
];

/** Sends the body for as long as it is taken, and answers the status; 0 when the line broke without one. */
export async function sendUnwanted(
  url: string,
  { method = 'POST', path, megabytes, headers = {}, isLoggedIn, begins = '' }: Unwanted,
  own: Readonly<Record<string, string>>,
  isChunked: boolean,
): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  let heard = '';
  let isOver = false;
  socket
    .setEncoding('latin1')
    .on('data', (text: string) => {
      heard += text;
    })
    .on('close', () => {
      isOver = true;
    })
    .on('error', () => {});
  await once(socket, 'connect');
  const length = megabytes * MEGABYTE;
  const all = {
    host: 'x',
    ...(isLoggedIn === true ? own : { origin: own['origin'] ?? '' }),
    ...headers,
    ...(isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(length) }),
  };
  socket.write(
    `${method} ${path} HTTP/1.1\r\n${Object.entries(all)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  );
  const chunk = 'A'.repeat(megabytes < 2 ? length : MEGABYTE / 4);
  for (let sent = 0; sent < length && heard === '' && !isOver; sent += chunk.length) {
    const text = sent === 0 ? begins + chunk.slice(begins.length) : chunk;
    const isTaken = socket.write(isChunked ? `${text.length.toString(16)}\r\n${text}\r\n` : text);
    if (!isTaken) await Promise.race([once(socket, 'drain').catch(() => {}), once(socket, 'close'), sleep(1000)]);
    else await sleep(1);
  }
  if (isChunked && !isOver) socket.write('0\r\n\r\n');
  const until = performance.now() + 8000;
  while (!heard.includes('\r\n\r\n') && !isOver && performance.now() < until) await sleep(20);
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1] ?? 0);
}

/** Sends a body chunk by chunk, with a pause before each, and answers the status, and after how long. */
export async function sendSlowly(
  url: string,
  own: Readonly<Record<string, string>>,
  pauses: readonly number[],
): Promise<{ status: number; seconds: number }> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  let heard = '';
  socket
    .setEncoding('latin1')
    .on('data', (text: string) => {
      heard += text;
    })
    .on('error', () => {});
  await once(socket, 'connect');
  const began = performance.now();
  socket.write(
    `POST /api/media?kind=image HTTP/1.1\r\nhost: x\r\ncontent-type: image/png\r\n${Object.entries(own)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}content-length: ${pauses.length}\r\n\r\n`,
  );
  for (const pause of pauses) {
    for (let waited = 0; waited < pause && heard === ''; waited += 100) await sleep(100);
    if (heard === '') socket.write('x');
  }
  const until = performance.now() + 8000;
  while (!heard.includes('\r\n\r\n') && performance.now() < until) await sleep(20);
  socket.destroy();
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1] ?? 0), seconds: (performance.now() - began) / 1000 };
}
