import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';

/** What becomes of what is said on a line. `silent`: taken, and never answered. `half`: answers break off. */
type Mood = 'well' | 'gone' | 'silent' | 'half';

export interface TestS3 {
  /** For the configuration of a process. */
  readonly env: Readonly<Record<'S3_ENDPOINT' | 'S3_BUCKET', string> & Record<`S3_${string}`, string>>;
  /** Keys that are there, without the prefix. */
  keys(): Promise<string[]>;
  /** All that lies there, of any prefix. */
  contents(): Promise<Buffer[]>;
  /** Keys of what was begun in parts and never came to its end; null from a server that does not tell. */
  unfinished(): Promise<string[] | null>;
  /** Removes everything. */
  empty(): Promise<void>;
  be(mood: Mood): void;
  close(): Promise<void>;
}

interface Server {
  readonly at: NetConnectOpts;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  stop(): Promise<void>;
}

const PREFIX = 'pagecast';

/** A bucket of its own at a server that speaks S3, behind a line that can be cut. */
export async function startS3(): Promise<TestS3> {
  const server = serverElsewhere() ?? (await startServer());
  const line = await cuttableLine(server.at);
  const { credentials } = server;
  const client = new S3Client({
    endpoint: line.url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const bucket = { Bucket: `pagecast-${randomUUID()}` };
  await client.send(new CreateBucketCommand(bucket));

  async function lying(): Promise<string[]> {
    const found: string[] = [];
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, bucket))
      found.push(...Contents.flatMap(({ Key }) => Key ?? []));
    return found;
  }
  async function empty(): Promise<void> {
    for (const Key of await lying()) await client.send(new DeleteObjectCommand({ ...bucket, Key }));
  }

  return {
    env: {
      S3_ENDPOINT: line.url,
      S3_BUCKET: bucket.Bucket,
      S3_PREFIX: PREFIX,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    keys: async () => (await lying()).map((key) => key.replace(`${PREFIX}/`, '')).toSorted(),
    async contents() {
      const read = [];
      for (const Key of await lying()) {
        const { Body } = await client.send(new GetObjectCommand({ ...bucket, Key }));
        read.push(Buffer.from((await Body?.transformToByteArray()) ?? []));
      }
      return read;
    },
    async unfinished() {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand(bucket)).catch((error: Error) => {
        if (error.name === 'NotImplemented') return { Uploads: null };
        throw error;
      });
      return Uploads?.flatMap(({ Key }) => Key ?? []) ?? null;
    },
    empty,
    be: line.be,
    async close() {
      line.be('well');
      await empty();
      await client.send(new DeleteBucketCommand(bucket));
      client.destroy();
      await line.close();
      await server.stop();
    },
  };
}

/** The one that S3_TEST_ENDPOINT names: `http://127.0.0.1:7480`, or `unix:` and the path of a socket. */
function serverElsewhere(): Server | null {
  const { S3_TEST_ENDPOINT, S3_TEST_ACCESS_KEY_ID = '', S3_TEST_SECRET_ACCESS_KEY = '' } = process.env;
  if (S3_TEST_ENDPOINT === undefined) return null;
  const { protocol, hostname, port, pathname } = new URL(S3_TEST_ENDPOINT);
  return {
    at: protocol === 'unix:' ? { path: pathname } : { host: hostname, port: Number(port) },
    credentials: { accessKeyId: S3_TEST_ACCESS_KEY_ID, secretAccessKey: S3_TEST_SECRET_ACCESS_KEY },
    stop: async () => {},
  };
}

async function startServer(): Promise<Server> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-s3-'));
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder });
  const { port } = await server.run();
  return {
    at: { host: '127.0.0.1', port },
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    async stop() {
      await server.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function cuttableLine(to: NetConnectOpts) {
  let mood: Mood = 'well';
  const open = new Set<Socket>();
  const line = createServer((near) => {
    const far = connect(to);
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
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    be(next: Mood): void {
      mood = next;
      if (next !== 'well') for (const socket of open) socket.destroy();
    },
    async close(): Promise<void> {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => {
        line.close(resolve);
      });
    },
  };
}
