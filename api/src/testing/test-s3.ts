import fs from 'node:fs';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';

/** What becomes of what is said on a line. `silent`: taken, and never answered. `half`: answers break off. */
type Mood = 'well' | 'gone' | 'silent' | 'half';

export interface TestS3 {
  /** For the configuration of a process. */
  readonly env: { readonly S3_ENDPOINT: string } & Readonly<Record<`S3_${string}`, string>>;
  /** Files and folders as the server keeps them. */
  readonly folder: string;
  /** Keys that are there, without what the server keeps beside them. */
  keys(): string[];
  be(mood: Mood): void;
  close(): Promise<void>;
}

const BUCKET = 'pagecast-media';

/** A server that speaks S3, behind a line that can be cut. */
export async function startS3(): Promise<TestS3> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await server.run();
  let mood: Mood = 'well';
  const open = new Set<Socket>();
  const line = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    if (mood === 'gone') near.destroy();
    near.on('data', (data: Buffer) => {
      if (mood !== 'silent') far.write(data);
    });
    far.on('data', (data: Buffer) => {
      if (mood === 'half') {
        near.end(data.subarray(0, data.length / 2));
        far.destroy();
      } else if (mood !== 'silent') near.write(data);
    });
  }).listen(0, '127.0.0.1');
  await once(line, 'listening');

  return {
    folder,
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
      S3_BUCKET: BUCKET,
      S3_PREFIX: 'pagecast',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    keys: () =>
      fs
        .readdirSync(path.join(folder, BUCKET), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('._S3rver_object'))
        .map((name) => name.replace('._S3rver_object', '').replace(/^pagecast\//, ''))
        .toSorted(),
    be(next) {
      mood = next;
      if (next !== 'well') for (const socket of open) socket.destroy();
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => {
        line.close(resolve);
      });
      await server.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
