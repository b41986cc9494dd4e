import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Lets other hosts reach what listens on loopback here, under the same port. */
export async function forward(address: string, port: number): Promise<() => void> {
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: '127.0.0.1', port, noDelay: true });
    near.pipe(far).pipe(near);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const)
      socket.on('error', () => {}).on('close', () => other.destroy());
  }).listen(port, address);
  await once(server, 'listening');
  return () => server.close();
}
