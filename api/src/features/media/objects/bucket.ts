import type { S3Client } from '@aws-sdk/client-s3';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { traced } from '../../../tracing/tracing.ts';
import { StorageAwayError } from '../storage-away-error.ts';

/** Where files are kept on a server that speaks S3. */
export interface BucketAddress {
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  /** Ends with a slash, or is empty. */
  readonly prefix: string;
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
}

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

/** A call that carries little is over within this, its repetitions included. */
const CALL_MS = 8000;
/** Eight megabytes over a line of 64 kB/s. */
const TRANSFER_MS = 130_000;
/** A connection that is not there by then is tried anew. */
const CONNECT_MS = 3000;
/** Whoever sends nothing for so long while we read sends nothing more. */
const STALL_MS = 20_000;
const ATTEMPTS = 3;
/** After a call without an answer, or two that failed in a row, the next ones are not tried for so long. */
const COOLDOWN_MS = 3000;
const FAILURES_BEFORE_COOLDOWN = 2;
const PART_BYTES = 8 * 1024 * 1024;
/** A server takes 10,000. */
const MOST_PARTS = 9000;

/** So long are the parts in which a file of this length goes out. */
export const partBytesOf = (bytes: number) => Math.max(PART_BYTES, Math.ceil(bytes / MOST_PARTS));

/** @returns what the server that holds the bucket is asked for; the client is loaded with the first call. */
export function openBucket(address: BucketAddress) {
  const { bucket, prefix } = address;
  const sdk = lazily(() => import('@aws-sdk/client-s3'));
  const server: Server = {
    address,
    line: coolingLine(),
    sdk,
    client: lazily(async () => connect(await sdk(), address)),
    at: (key: string) => ({ Bucket: bucket, Key: prefix + key }),
  };
  return { ...readingBucket(server), ...writingBucket(server) };
}
export type Bucket = ReturnType<typeof openBucket>;

type Sdk = typeof import('@aws-sdk/client-s3');

interface Server {
  readonly address: BucketAddress;
  readonly line: ReturnType<typeof coolingLine>;
  sdk(): Promise<Sdk>;
  client(): Promise<S3Client>;
  at(key: string): { readonly Bucket: string; readonly Key: string };
}

const within = (ms: number) => ({ abortSignal: AbortSignal.timeout(ms) });

function readingBucket({ address: { bucket, prefix }, line, sdk, client, at }: Server) {
  return {
    /** Its length; null when there is none. */
    head: (key: string): Promise<number | null> =>
      line.orNull(async () => {
        const { HeadObjectCommand } = await sdk();
        const found = await (await client()).send(new HeadObjectCommand(at(key)), within(CALL_MS));
        return found.ContentLength ?? 0;
      }),

    /** The bytes from `start` to `end`, both included; null when there is no such object. */
    read: (key: string, { start, end }: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | null> =>
      line.orNull(async () => {
        const { GetObjectCommand } = await sdk();
        const begun = new AbortController();
        const tooLate = setTimeout(() => begun.abort(new Error('No answer in time')), CALL_MS);
        const found = await (
          await client()
        )
          .send(new GetObjectCommand({ ...at(key), Range: `bytes=${start}-${end}` }), { abortSignal: begun.signal })
          .finally(() => clearTimeout(tooLate));
        return withoutStalls(found.Body as unknown as AsyncIterable<Uint8Array>, () => begun.abort());
      }),

    /** Whatever begins with this, in order of its key, a thousand at a time. */
    async *list(beginning: string): AsyncGenerator<StoredObject[], void, void> {
      let after: string | undefined;
      do {
        const page = await line.run(async () => {
          const { ListObjectsV2Command } = await sdk();
          const asked = { Bucket: bucket, Prefix: prefix + beginning, ContinuationToken: after };
          return (await client()).send(new ListObjectsV2Command(asked), within(CALL_MS));
        });
        yield (page.Contents ?? []).map((found) => ({
          key: (found.Key ?? '').slice(prefix.length),
          bytes: found.Size ?? 0,
          modifiedAt: found.LastModified ?? new Date(),
        }));
        after = page.NextContinuationToken;
      } while (after !== undefined);
    },
  };
}

function writingBucket({ address: { bucket, prefix }, line, sdk, client, at }: Server) {
  return {
    /** @param onlyNew false where there is such an object already, as far as the server looks for that */
    put: (key: string, body: Uint8Array, { onlyNew = false } = {}): Promise<boolean> =>
      line.run(async () => {
        const { PutObjectCommand } = await sdk();
        const send = async (condition: { IfNoneMatch?: string }) =>
          (await client()).send(
            new PutObjectCommand({ ...at(key), Body: body, ...condition }),
            within(body.length > PART_BYTES / 8 ? TRANSFER_MS : CALL_MS),
          );
        if (!onlyNew) return Boolean(await send({}));
        try {
          return Boolean(await send({ IfNoneMatch: '*' }));
        } catch (error) {
          const { status } = answerIn(error);
          // Not every server knows conditions: it says so, or writes all the same.
          if (status === 501) return Boolean(await send({}));
          if (status === 412 || status === 409) return false;
          throw error;
        }
      }),

    /** Sends what comes in parts, some at a time; unless all of it came, there is no such object. */
    putStream: (key: string, content: Readable): Promise<void> =>
      line.run(async () => {
        const { Upload } = await import('@aws-sdk/lib-storage');
        const params = { ...at(key), Body: content };
        await new Upload({ client: await client(), params, partSize: PART_BYTES, queueSize: 2 }).done();
      }),

    /** Sends a file of this length in parts, some at a time. */
    putFile: (key: string, path: string, bytes: number): Promise<void> =>
      line.run(async () => {
        const { Upload } = await import('@aws-sdk/lib-storage');
        const params = { ...at(key), Body: createReadStream(path, { highWaterMark: 1024 * 1024 }) };
        await new Upload({ client: await client(), params, partSize: partBytesOf(bytes), queueSize: 2 }).done();
      }),

    /** Removing what is not there is fine. */
    remove: (key: string): Promise<void> =>
      line.run(async () => {
        const { DeleteObjectCommand } = await sdk();
        await (await client()).send(new DeleteObjectCommand(at(key)), within(CALL_MS));
      }),

    /**
     * Removes the parts of what was begun before `before`, under a key that begins with this, and never came to its
     * end: nobody sees them, and they take room. They stay at a server that does not know of this, or does not let us.
     */
    dropUnfinished: (beginning: string, before: Date): Promise<void> =>
      line.run(async () => {
        const { AbortMultipartUploadCommand, ListMultipartUploadsCommand } = await sdk();
        const server = await client();
        const asked = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix + beginning });
        const found = await server.send(asked, within(CALL_MS)).catch(nullIfRefused);
        for (const { Key, UploadId, Initiated } of found?.Uploads ?? []) {
          if (Initiated === undefined || Initiated >= before) continue;
          const begun = new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId });
          await server.send(begun, within(CALL_MS)).catch(nullIfRefused);
        }
      }),
  };
}

function connect(sdk: Sdk, address: BucketAddress): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey } = address;
  const client = new sdk.S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
    // Not every server knows the checksums that Amazon's own asks for.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: TRANSFER_MS, throwOnRequestTimeout: true },
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  });
  client.middlewareStack.add(
    (next, { commandName = 'call' }) =>
      (asked) =>
        traced(
          () => ({ name: `s3 ${commandName}`, kind: 'client', attributes: { 'rpc.system': 'aws-api' } }),
          () => next(asked),
        ),
    { step: 'initialize', name: 'traced' },
  );
  return client;
}

/** What the server answered to a call that failed; a status of null: nothing. */
export function answerIn(error: unknown): { status: number | null; name: string } {
  const { $metadata, name = '' } = error as { $metadata?: { httpStatusCode?: number }; name?: string };
  return { status: $metadata?.httpStatusCode ?? null, name };
}

/** @throws what is no answer, or that of a server in trouble */
function nullIfRefused(error: unknown): null {
  const { status } = answerIn(error);
  if (status !== null && (status < 500 || status === 501)) return null;
  throw error;
}

function isSilence(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
}

/** Calls of which those that fail for the line or the server become StorageAwayError. */
function coolingLine() {
  let failures = 0;
  let coolsUntil = 0;

  async function run<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    if (performance.now() < coolsUntil) throw new StorageAwayError();
    try {
      const answer = await call();
      failures = 0;
      return answer;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall === 'open') throw error;
      const { status } = answerIn(error);
      if (status !== null && status < 500) failures = 0;
      else {
        failures += isSilence(error) ? FAILURES_BEFORE_COOLDOWN : 1;
        if (failures >= FAILURES_BEFORE_COOLDOWN) coolsUntil = performance.now() + COOLDOWN_MS;
      }
      throw new StorageAwayError({ cause: error });
    }
  }

  return {
    run,
    /** null for what the server does not have, where the bucket itself is there. */
    async orNull<Answer>(call: () => Promise<Answer>): Promise<Answer | null> {
      return run<Answer | null>(() =>
        call().catch((error: unknown) => {
          const { status, name } = answerIn(error);
          if (status === 404 && name !== 'NoSuchBucket') return null;
          throw error;
        }),
      );
    },
  };
}

/** Ends with an error where the sender falls silent. A reader that takes its time is waited for. */
async function* withoutStalls(bytes: AsyncIterable<Uint8Array>, cut: () => void): AsyncGenerator<Uint8Array> {
  const chunks = bytes[Symbol.asyncIterator]();
  try {
    for (;;) {
      const silent = setTimeout(cut, STALL_MS);
      const { done, value } = await chunks.next().finally(() => clearTimeout(silent));
      if (done === true) return;
      yield value;
    }
  } catch (error) {
    throw new StorageAwayError({ cause: error });
  } finally {
    await chunks.return?.();
  }
}

function lazily<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => (made ??= make());
}
