import { createHash } from 'node:crypto';
import path from 'node:path';
import pMap from 'p-map';
import type { ReleasedFile } from '../../contract/releases.ts';

const AT_ONCE = 8;
const WITHIN_MS = 10_000;
/** Packed copies of files are served in their place, and are checked with them; source maps go to operators alone. */
const NOT_SERVED = /\.(br|map)$/;
/** What browsers insist on; with any other type they refuse the file. */
const TYPES: Readonly<Record<string, RegExp>> = {
  '.js': /^(text|application)\/(x-)?javascript\b/,
  '.css': /^text\/css\b/,
};

/** How a server is asked. */
export interface Asking {
  /** Of pages that load the files from another origin than their own. */
  readonly pageOrigin?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Behind each address, to tell the version where that has no folder of its own. */
  readonly search?: string;
  /** Looks at each answer beside its bytes. @throws Error that says what is wrong with it */
  readonly inspect?: (answer: Response, url: string) => void;
  /** Ends the whole. */
  readonly signal?: AbortSignal;
}

/**
 * Asks a server for every file of a build that browsers need, as they would: packed and plain where there are both.
 * @param address of the version's folder
 * @returns how many files are there, byte by byte as they were built
 * @throws Error that names the first file which is not, or which a browser would not take
 */
export async function verifyServed(
  files: readonly ReleasedFile[],
  address: string,
  asking: Asking = {},
): Promise<number> {
  const names = new Set(files.map((file) => file.path));
  const asked = files.filter((file) => !NOT_SERVED.test(file.path));
  await pMap(
    asked.flatMap((file) =>
      (names.has(`${file.path}.br`) ? ['br', 'identity'] : ['br']).map((encoding) => ({ file, encoding })),
    ),
    async ({ file, encoding }) => {
      const url = `${address}/${file.path}${asking.search ?? ''}`;
      const answer = await ask(url, { ...asking, headers: { ...asking.headers, 'accept-encoding': encoding } });
      assertTaken(answer, url, asking.pageOrigin ?? null);
      await assertBytes(answer, url, file);
    },
    { concurrency: AT_ONCE },
  );
  return asked.length;
}

/**
 * The text of one of the files, as it is served.
 * @throws Error where it is another one than was built
 */
export async function servedText(url: string, asking: Asking, file: ReleasedFile): Promise<string> {
  const address = `${url}${asking.search ?? ''}`;
  return (await assertBytes(await ask(address, asking), address, file)).toString();
}

/** The text of a page that is made for each visitor. @throws Error for one of more than `limit` bytes */
export async function servedPage(url: string, asking: Asking, limit: number): Promise<string> {
  const address = `${url}${asking.search ?? ''}`;
  const { bytes, isWhole } = await read(await ask(address, asking), address, limit);
  if (!isWhole) throw new Error(`${address} has more than ${limit} bytes`);
  return bytes.toString();
}

async function ask(url: string, { pageOrigin, headers, inspect, signal }: Asking): Promise<Response> {
  const answer = await fetch(url, {
    signal: AbortSignal.any([AbortSignal.timeout(WITHIN_MS), ...(signal === undefined ? [] : [signal])]),
    redirect: 'manual',
    headers: { ...headers, ...(pageOrigin === undefined ? {} : { origin: pageOrigin }) },
  }).catch((error: unknown) => {
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    throw new Error(`${url} does not answer${code === undefined ? '' : ` (${code})`}`, { cause: error });
  });
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new Error(`${url} answers ${answer.status}`);
  }
  inspect?.(answer, url);
  return answer;
}

function assertTaken(answer: Response, url: string, pageOrigin: string | null): void {
  const type = answer.headers.get('content-type') ?? 'no type';
  if (TYPES[path.posix.extname(new URL(url).pathname)]?.test(type) === false)
    throw new Error(`${url} comes as ${type}, which browsers refuse: its host must send the right content-type`);
  const readers = answer.headers.get('access-control-allow-origin');
  if (pageOrigin !== null && readers !== '*' && readers !== pageOrigin) {
    throw new Error(
      `${url} may not be read by pages of ${pageOrigin}: its host must answer with the header ` +
        `access-control-allow-origin: * (it answers with ${readers ?? 'none'})`,
    );
  }
}

async function assertBytes(answer: Response, url: string, { hash, bytes: length }: ReleasedFile): Promise<Buffer> {
  const { bytes, isWhole } = await read(answer, url, length);
  if (!isWhole || bytes.length !== length || createHash('sha384').update(bytes).digest('hex') !== hash)
    throw new Error(
      `${url} is not the file that was built: it has ${isWhole ? bytes.length : `more than ${length}`} bytes and ` +
        'another hash',
    );
  return bytes;
}

/** Chunk by chunk, and no further than `limit`: what is packed may unpack to anything. */
async function read(answer: Response, url: string, limit: number): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of answer.body ?? []) {
      length += chunk.length;
      if (length > limit) return { bytes: Buffer.concat(chunks), isWhole: false };
      chunks.push(chunk);
    }
  } catch (error) {
    throw new Error(`${url} breaks off`, { cause: error });
  }
  return { bytes: Buffer.concat(chunks), isWhole: true };
}
