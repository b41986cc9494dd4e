import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Readable, compose } from 'node:stream';
import type { PublicAnswer } from '../../http/public-get.ts';
import { SourceFlawError } from './source-flaws.ts';

/** We ask for none of these, and some servers send them all the same. */
const UNFOLDING: Readonly<Record<string, () => NodeJS.ReadWriteStream>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * The bytes of an answer, unfolded.
 * @param beyond what to do with one of more than `limitBytes`
 * @throws SourceFlawError FetchFlawError
 */
export async function bytesWithin(
  answer: PublicAnswer,
  limitBytes: number,
  beyond: 'refuse' | 'cut' = 'refuse',
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of unfolded(answer)) {
      chunks.push(Buffer.from(chunk));
      length += chunk.length;
      if (length > limitBytes && beyond === 'cut') break;
      if (length > limitBytes) throw new SourceFlawError('too-large');
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw /^(Z_|ERR_BROTLI|ERR__ERROR|ERR_PADDING)/.test(code)
      ? new SourceFlawError('broken', { cause: error })
      : error;
  } finally {
    answer.end();
  }
  return Buffer.concat(chunks).subarray(0, limitBytes);
}

function unfolded({ headers, bytes }: PublicAnswer): AsyncIterable<Uint8Array> {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return bytes;
  const unfold = UNFOLDING[encoding];
  if (unfold === undefined) throw new SourceFlawError('broken');
  return compose(Readable.from(bytes), unfold()) as AsyncIterable<Uint8Array>;
}
