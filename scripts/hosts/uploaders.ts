import { setTimeout as sleep } from 'node:timers/promises';
import { MEDIA_UPLOADS_PATH } from '../../api/src/contract/media.ts';
import { videoFile } from '../../api/src/testing/real-media.ts';
import type { Owner } from '../torture/owner.ts';
import type { Book } from './book.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const BYTES = 1_500_000;
const PIECES = 30;
const BETWEEN_PIECES_MS = 150;
/** One of them has a line on which a part takes longer than a host has for its end. */
const SLOW_BETWEEN_PIECES_MS = 1500;
const AGAIN_AFTER_MS = 250;

/** People whose videos go up slowly, a part of it at a time, wherever the balancer sends it. */
export async function startUploaders(book: Book, origin: string, sessions: readonly Owner[]) {
  const video = await videoFile({ padTo: BYTES });
  let isOver = false;
  let [whole, resumed] = [0, 0];
  const wrong: string[] = [];

  async function untilSaid(...call: Parameters<Book['call']>) {
    for (;;) {
      const said = await book.call(...call);
      if (said !== null) return said;
      await sleep(AGAIN_AFTER_MS);
    }
  }

  /** Half of it in one request, then the other half; what is missing after a dropped line is sent again. */
  async function upload(session: Owner, betweenMs: number): Promise<void> {
    const headers = { ...TUS, origin, cookie: session.cookie() };
    const begun = await untilSaid(MEDIA_UPLOADS_PATH, {
      method: 'POST',
      headers: { ...headers, 'upload-length': String(video.length) },
    });
    const address = new URL(begun.headers.get('location') ?? '', origin).pathname;
    for (let [offset, turn] = [0, 0]; offset < video.length; turn += 1) {
      const end = turn === 0 ? video.length / 2 : video.length;
      const sent = await book.call(address, {
        method: 'PATCH',
        headers: { ...headers, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body: slowly(video.subarray(offset, end), betweenMs),
        isStreamed: true,
        expected: [409, 423],
      });
      if (sent?.status !== 204) resumed += 1;
      const { headers: now } = await untilSaid(address, { method: 'HEAD', headers, expected: [423] });
      offset = Number(now.get('upload-offset') ?? offset);
    }
    const { body: file } = await untilSaid(address, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'video' }),
    });
    if (file.bytes === video.length) whole += 1;
    else wrong.push(`${address} has ${file.bytes} of ${video.length} bytes`);
    await untilSaid(`/api/media/${file.id}`, { method: 'DELETE', headers, expected: [404] });
  }

  async function person(session: Owner, n: number): Promise<void> {
    while (!isOver) await upload(session, n === 0 ? SLOW_BETWEEN_PIECES_MS : BETWEEN_PIECES_MS);
  }

  const all = sessions.map(person);
  return {
    whole: () => whole,
    /** Parts that were cut off, and went on where they had got to. */
    resumed: () => resumed,
    wrong,
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(all);
    },
  };
}

function slowly(bytes: Buffer, betweenMs: number): ReadableStream<Uint8Array> {
  const each = Math.ceil(bytes.length / PIECES);
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + each)));
      at += each;
      if (at >= bytes.length) controller.close();
      else await sleep(betweenMs);
    },
  });
}
