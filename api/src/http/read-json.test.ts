import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { describe, expect, test } from 'vitest';
import { readJsonWithMedia } from './read-json.ts';

/** Reads a body that comes in chunks of `size` bytes. */
async function read(text: string, size: number): Promise<{ body: unknown; media: Buffer | null; opened: number }> {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  const req = Readable.from(chunks, { objectMode: false });
  const ctx = {
    req,
    request: { length: bytes.length },
    get: () => '',
    is: () => 'application/json',
  } as unknown as Context;
  const media: Uint8Array[] = [];
  let opened = 0;
  const { value: body } = await readJsonWithMedia(ctx, 'POST', async () => {
    opened += 1;
    return {
      write: async (chunk) => {
        media.push(chunk);
      },
    };
  });
  return { body, media: opened === 0 ? null : Buffer.concat(media), opened };
}

const FILE = Buffer.from(Array.from({ length: 301 }, (_, index) => (index * 37) % 256));
const URL_OF_FILE = `data:image/png;base64,${FILE.toString('base64')}`;
const SIZES = [1, 2, 3, 5, 7, 64, 100_000];

describe('a data URL in a body', () => {
  test.each(SIZES)('is taken out and decoded, whatever chunks it comes in: %i bytes', async (size) => {
    const rest = {
      content: 'Say "hello", mediaData: {"x"} \\ ü 🍞',
      nested: { mediaData: 'data:not this one' },
      list: ['mediaData', { a: [1] }],
      n: 1,
      no: null,
    };
    const text = JSON.stringify({ ...rest, mediaData: URL_OF_FILE, after: [true] });
    expect(await read(text, size)).toEqual({ body: { ...rest, mediaData: '', after: [true] }, media: FILE, opened: 1 });
  });

  test.each(SIZES)('may write its slashes as other programs do, and have spaces around it: %i bytes', async (size) => {
    const text = `{ "mediaData" :\n "${URL_OF_FILE.replaceAll('/', '\\/')}" , "content" : "x" }`;
    expect(await read(text, size)).toEqual({ body: { mediaData: '', content: 'x' }, media: FILE, opened: 1 });
  });

  test.each(SIZES)(
    'may have escapes, broken lines, capitals and letters of addresses, and go without its padding: %i bytes',
    async (size) => {
      const letters = FILE.toString('base64');
      const forms = [
        letters.replaceAll('+', '\\u002B').replaceAll('/', '\\u002f'),
        letters.replaceAll(/(.{76})/g, '$1\\r\\n'),
        ` ${letters.slice(0, 50)} ${letters.slice(50)}\\n`,
        FILE.toString('base64url'),
        letters.replaceAll('=', '\\u003d'),
      ];
      for (const form of forms) {
        expect(await read(`{"mediaData":"DATA:image/png;Base64,${form}"}`, size)).toEqual({
          body: { mediaData: '' },
          media: FILE,
          opened: 1,
        });
      }
    },
  );

  test.each([
    ['no base64', '"data:image/png;base64,AAA*"'],
    ['letters missing', '"data:image/png;base64,AAAAA"'],
    ['nothing in it', '"data:image/png;base64,"'],
    ['not in base64', '"data:image/svg+xml,<svg/>"'],
    ['a head without end', `"data:${'x'.repeat(5000)}"`],
    ['padding in the middle', '"data:;base64,AA==AAAA"'],
    ['an escape of nothing in it', '"data:;base64,AA\\u00e4A"'],
    ['an escape that is none', '"data:;base64,AA\\xA"'],
    ['half an escape', '"data:;base64,AAAA\\u00"'],
    ['no end', '"data:;base64,AAAA'],
  ])('with %s is told', async (_name, value) => {
    for (const size of SIZES)
      await expect(read(`{"mediaData":${value}}`, size)).rejects.toThrow("We can't read this file. Choose it again.");
  });

  test('twice is one too many', async () => {
    await expect(read(`{"mediaData":"${URL_OF_FILE}","mediaData":"${URL_OF_FILE}"}`, 64)).rejects.toThrow(
      "We can't read this file",
    );
    await expect(read(`{"mediaData":"${URL_OF_FILE}","mediaData":null}`, 64)).rejects.toThrow(
      "We can't read this file",
    );
  });
});

test.each(SIZES)('anything else in the field stays where it is: %i bytes', async (size) => {
  for (const body of [
    { mediaData: '123' },
    { mediaData: 'da' },
    { mediaData: '' },
    { mediaData: null },
    { mediaData: [{ id: 1, altText: '"data:' }] },
    { other: URL_OF_FILE },
  ]) {
    expect(await read(JSON.stringify(body), size)).toEqual({ body, media: null, opened: 0 });
  }
});

test('what is no JSON is told as such', async () => {
  for (const text of ['{"a":', '[1', '{"mediaData":"data:;base64,AAAA"', 'x'])
    await expect(read(text, 3)).rejects.toThrow("isn't valid JSON");
});
