import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request, type OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { videoFile } from '../../api/src/testing/real-media.ts';
import { freePort } from '../ports.ts';
import type { Product } from '../product.ts';
import { logIn } from './client.ts';
import { line, spread } from './figures.ts';

const MEGABYTE = 1024 * 1024;
const LARGE_BYTES = 100 * MEGABYTE;
const LARGEST_BYTES = 1024 * MEGABYTE;
const DATA_URL_BYTES = 10 * MEGABYTE;
const ROUNDS = 4;

interface Body {
  readonly length: number;
  chunks(): Iterable<Buffer>;
}
interface Answer {
  readonly status: number;
  readonly location: string;
  readonly text: string;
}

/** Files coming in, each way beside a bare server that streams the same bytes to the same disk, in turns. */
export async function benchUploads(product: Product): Promise<void> {
  const { cookie } = await logIn(product, 'manager');
  const folder = mkdtempSync(path.join(tmpdir(), 'pagecast-raw-'));
  const port = await freePort();
  const floor = fork(path.join(import.meta.dirname, 'raw-upload-server.ts'), {
    env: { ...process.env, PORT: String(port), FOLDER: folder },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  if (floor.stdout) await once(floor.stdout, 'data');
  const raw = (body: Body) => send(`http://127.0.0.1:${port}/`, 'POST', {}, body);
  const ours = (address: string, method: string, headers: OutgoingHttpHeaders, body: Body) =>
    send(`${product.url}${address}`, method, { cookie, origin: product.url, ...headers }, body);
  const pages = JSON.parse((await ours('/api/facebook-pages', 'GET', {}, whole(''))).text) as { id: number }[];
  const inParts = async (body: Body) => {
    const tus = { 'tus-resumable': '1.0.0' };
    const begun = await ours('/api/media/uploads', 'POST', { ...tus, 'upload-length': body.length }, whole(''));
    expectStatus(
      await ours(
        begun.location,
        'PATCH',
        { ...tus, 'upload-offset': 0, 'content-type': 'application/offset+octet-stream' },
        body,
      ),
      204,
    );
    expectStatus(
      await ours(begun.location, 'POST', { 'content-type': 'application/json' }, whole('{"kind":"video"}')),
      200,
    );
  };

  try {
    const video = whole(await videoFile({ padTo: LARGE_BYTES }));
    await compare('100 MB in one request', { product, body: video, raw, aim: 1.5 }, async (body) => {
      expectStatus(await ours('/api/media?kind=video', 'POST', { 'content-type': 'video/mp4' }, body), 201);
    });
    await compare('100 MB as an upload that can go on', { product, body: video, raw, aim: 1.5 }, inParts);
    await compare(
      '1 GB as an upload that can go on',
      { product, body: longest(await videoFile()), raw, rounds: 1 },
      inParts,
    );
    const clip = await videoFile({ padTo: DATA_URL_BYTES });
    const post = whole(
      JSON.stringify({
        content: 'x',
        status: 'draft',
        facebookPageId: pages[0]?.id,
        mediaType: 'video',
        mediaData: `data:video/mp4;base64,${clip.toString('base64')}`,
      }),
    );
    await compare('10 MB as a data URL in JSON', { product, body: post, raw, aim: 2.5 }, async (body) => {
      expectStatus(await ours('/api/posts', 'POST', { 'content-type': 'application/json' }, body), 201);
    });
  } finally {
    floor.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Comparison {
  readonly product: Product;
  readonly body: Body;
  readonly raw: (body: Body) => Promise<unknown>;
  /** How many times as long it may take. */
  readonly aim?: number;
  readonly rounds?: number;
}

async function compare(
  name: string,
  { product, body, raw, aim, rounds = ROUNDS }: Comparison,
  ours: (body: Body) => Promise<void>,
): Promise<void> {
  const [mine, least]: [number[], number[]] = [[], []];
  let extra = 0;
  for (let round = rounds === 1 ? 0 : -1; round < rounds; round += 1) {
    const before = forgetPeak(product.apiPid());
    const a = await timed(() => ours(body));
    const grown = peakBytes(product.apiPid()) - before;
    const b = await timed(() => raw(body));
    // The one before the first warms both up.
    if (round < 0) continue;
    mine.push(a);
    least.push(b);
    extra = Math.max(extra, grown);
  }
  const [ms, floorMs] = [spread(mine).median, spread(least).median];
  line(
    name,
    `${ms.toFixed(0)} ms, ${Math.max(0, extra / MEGABYTE).toFixed(0)} MB more memory`,
    `raw: ${floorMs.toFixed(0)} ms (${(ms / floorMs).toFixed(2)}x)`,
    `aim ${aim === undefined ? '' : `${aim.toFixed(1)}x, `}64 MB`,
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function send(url: string, method: string, headers: OutgoingHttpHeaders, body: Body): Promise<Answer> {
  const call = request(url, {
    method,
    headers: { ...headers, ...(method === 'GET' ? {} : { 'content-length': body.length }) },
  });
  const answered = once(call, 'response');
  await pipeline(Readable.from(body.chunks()), call);
  const [response] = await answered;
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode ?? 0, location: response.headers.location ?? '', text };
}

function whole(bytes: Buffer | string): Body {
  const chunk = Buffer.from(bytes);
  return { length: chunk.length, chunks: () => (chunk.length === 0 ? [] : [chunk]) };
}

/** A video and boxes of its container that mean nothing, up to the limit: more than anybody holds at once. */
function longest(video: Buffer): Body {
  const box = Buffer.alloc(MEGABYTE);
  box.writeUInt32BE(box.length);
  box.write('free', 4, 'latin1');
  const boxes = Math.floor((LARGEST_BYTES - video.length) / box.length);
  return {
    length: video.length + boxes * box.length,
    *chunks() {
      yield video;
      for (let sent = 0; sent < boxes; sent += 1) yield box;
    },
  };
}

function expectStatus({ status, text }: Answer, wanted: number): void {
  if (status !== wanted) throw new Error(`Answered ${status} instead of ${wanted}: ${text}`);
}

/**
 * Starts the peak of a process's memory anew.
 * @returns what it holds now, bytes; 0 where the kernel does not tell (not Linux)
 */
function forgetPeak(pid: number): number {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    return statusBytes(pid, 'VmRSS');
  } catch {
    return 0;
  }
}

function peakBytes(pid: number): number {
  try {
    return statusBytes(pid, 'VmHWM');
  } catch {
    return 0;
  }
}

function statusBytes(pid: number, field: string): number {
  return (
    Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  );
}
