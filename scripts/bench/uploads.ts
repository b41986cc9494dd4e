import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request, type OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { filmFile } from '../../api/src/testing/real-media.ts';
import { freePort } from '../ports.ts';
import type { Product } from '../product.ts';
import { logIn } from './client.ts';
import { line, spread } from './figures.ts';

const MEGABYTE = 1024 * 1024;
const LARGE_BYTES = 100 * MEGABYTE;
const DATA_URL_BYTES = 10 * MEGABYTE;
const ROUNDS = 4;

interface Answer { readonly status: number; readonly location: string; readonly text: string }

/** Files coming in, each way beside a bare server that streams the same bytes to the same disk, in turns. */
export async function benchUploads(product: Product): Promise<void> {
  const { cookie } = await logIn(product, 'manager');
  const folder = mkdtempSync(path.join(tmpdir(), 'pagecast-raw-'));
  const port = await freePort();
  const floor = fork(path.join(import.meta.dirname, 'raw-upload-server.ts'), { env: { ...process.env, PORT: String(port), FOLDER: folder }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  if (floor.stdout) await once(floor.stdout, 'data');
  const raw = (bytes: Buffer) => send(`http://127.0.0.1:${port}/`, 'POST', {}, bytes);
  const ours = (address: string, method: string, headers: OutgoingHttpHeaders, bytes: Buffer) => send(`${product.url}${address}`, method, { cookie, origin: product.url, ...headers }, bytes);
  const pages = JSON.parse((await ours('/api/facebook-pages', 'GET', {}, Buffer.alloc(0))).text) as { id: number }[];

  try {
    const film = await filmFile({ padTo: LARGE_BYTES });
    await compare('100 MB in one request', product, film, raw, 1.5, async (bytes) => {
      expectStatus(await ours('/api/media?kind=video', 'POST', { 'content-type': 'video/mp4' }, bytes), 201);
    });
    await compare('100 MB as an upload that can go on', product, film, raw, 1.5, async (bytes) => {
      const tus = { 'tus-resumable': '1.0.0' };
      const begun = await ours('/api/media/uploads', 'POST', { ...tus, 'upload-length': bytes.length }, Buffer.alloc(0));
      expectStatus(await ours(begun.location, 'PATCH', { ...tus, 'upload-offset': 0, 'content-type': 'application/offset+octet-stream' }, bytes), 204);
      expectStatus(await ours(begun.location, 'POST', { 'content-type': 'application/json' }, Buffer.from('{"kind":"video"}')), 200);
    });
    const clip = await filmFile({ padTo: DATA_URL_BYTES });
    const body = Buffer.from(JSON.stringify({ content: 'x', status: 'draft', facebookPageId: pages[0]?.id, mediaType: 'video', mediaData: `data:video/mp4;base64,${clip.toString('base64')}` }));
    await compare('10 MB as a data URL in JSON', product, body, raw, 2.5, async (bytes) => {
      expectStatus(await ours('/api/posts', 'POST', { 'content-type': 'application/json' }, bytes), 201);
    });
  } finally {
    floor.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(name: string, product: Product, bytes: Buffer, raw: (bytes: Buffer) => Promise<unknown>, aim: number, ours: (bytes: Buffer) => Promise<void>): Promise<void> {
  const [mine, least]: [number[], number[]] = [[], []];
  let extra = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const before = forgetPeak(product.apiPid());
    const a = await timed(() => ours(bytes));
    const grown = peakBytes(product.apiPid()) - before;
    const b = await timed(() => raw(bytes));
    // The first round warms both up.
    if (round === 0) continue;
    mine.push(a);
    least.push(b);
    extra = Math.max(extra, grown);
  }
  const [ms, floorMs] = [spread(mine).median, spread(least).median];
  line(name, `${ms.toFixed(0)} ms, ${Math.max(0, extra / MEGABYTE).toFixed(0)} MB more memory`, `raw: ${floorMs.toFixed(0)} ms (${(ms / floorMs).toFixed(2)}x)`, `aim ${aim.toFixed(1)}x, 64 MB`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function send(url: string, method: string, headers: OutgoingHttpHeaders, bytes: Buffer): Promise<Answer> {
  const call = request(url, { method, headers: { ...headers, ...(method === 'GET' ? {} : { 'content-length': bytes.length }) } });
  call.end(method === 'GET' ? undefined : bytes);
  const [response] = await once(call, 'response');
  let text = '';
  for await (const piece of response) text += String(piece);
  return { status: response.statusCode ?? 0, location: response.headers.location ?? '', text };
}

function expectStatus({ status, text }: Answer, wanted: number): void {
  if (status !== wanted) throw new Error(`Answered ${status} instead of ${wanted}: ${text}`);
}

/** Starts the peak of a process's memory anew. @returns what it holds now, bytes; 0 where the kernel does not tell (not Linux) */
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
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}
