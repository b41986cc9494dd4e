import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pngFile } from '../src/testing/media-files.ts';

/** A site of images, each of another colour: `/12.png`. */
export async function startImageSite() {
  const server = createServer((request, answer) => {
    const n = /^\/(\d+)\.png$/.exec(request.url ?? '')?.[1];
    if (n === undefined) answer.writeHead(404).end();
    else answer.end(pngFile(Number(n)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    imageAt: (n: number) => `http://127.0.0.1:${port}/${n}.png`,
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
