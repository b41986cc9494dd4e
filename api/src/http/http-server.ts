import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { openOfAddress } from './open-of-address.ts';

/** A gigabyte may come over a slow line; who stops is answered by `bodies.ts`. */
const REQUEST_MS = 6 * 3_600_000;
/** From the first byte of a request, or of the connection, to the end of its headers. */
const HEADERS_MS = 20_000;
const CHECK_EVERY_MS = 5000;
/** Longer than proxies keep theirs, so that it is they who close. */
const KEEP_ALIVE_MS = 65_000;
/** Address and headers together. */
const HEADER_BYTES = 16 * 1024;
const REQUESTS_OF_A_CONNECTION = 10_000;
/** An office behind one address has a few for each of its screens. */
const CONNECTIONS_OF_AN_ADDRESS = 1000;

const TOO_MANY = JSON.stringify({
  message: 'Too many connections are open from this address. Close some and try again.',
  code: 'too_many_requests',
});
const REFUSAL =
  `HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ` +
  `${Buffer.byteLength(TOO_MANY)}\r\nretry-after: 5\r\nconnection: close\r\n\r\n${TOO_MANY}`;

/**
 * The server at the door, with limits on what a connection may cost before anybody has asked for anything.
 * @param proxies of our own in front: all connections are theirs then, and it is for them to count people's
 */
export function httpServer(
  listener: RequestListener,
  { proxies, connectionsOfAnAddress = CONNECTIONS_OF_AN_ADDRESS }: { proxies: number; connectionsOfAnAddress?: number },
): Server {
  const server = createServer(
    {
      requestTimeout: REQUEST_MS,
      headersTimeout: HEADERS_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: HEADER_BYTES,
    },
    listener,
  );
  server.maxRequestsPerSocket = REQUESTS_OF_A_CONNECTION;
  if (proxies === 0) server.prependListener('connection', limitTo(connectionsOfAnAddress));
  return server;
}

function limitTo(most: number): (socket: Socket) => void {
  const places = openOfAddress(most);
  return (socket) => {
    const giveBack = places.take(socket.remoteAddress ?? 'unknown');
    if (giveBack === null) socket.end(REFUSAL, () => socket.destroy());
    else socket.once('close', giveBack);
  };
}
