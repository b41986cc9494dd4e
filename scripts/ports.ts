import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/**
 * A loopback port that nobody listens on: `wanted`, or any.
 * @throws NodeJS.ErrnoException EADDRINUSE when `wanted` is taken
 */
export async function freePort(wanted = 0, host = '127.0.0.1'): Promise<number> {
  const server = createServer().listen(wanted, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
