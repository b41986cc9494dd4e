import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { EXIT } from './exit-codes.ts';
import { standardInput } from './standard-input.ts';

const read = (...parts: (string | number[])[]) =>
  standardInput(100, 'Too much.', Readable.from(parts.map((part) => Buffer.from(part as string))));

test('text comes in whole, whatever pieces it comes in, and without the mark that some editors write', async () => {
  expect(await read('Kopi, roti bakar ', [0xf0, 0x9f], [0x8d, 0x9e], '\n')).toBe('Kopi, roti bakar 🍞\n');
  expect(await read([0xef, 0xbb, 0xbf], 'Kopi')).toBe('Kopi');
  expect(await read()).toBe('');
});

test.each([
  ['in the letters of another encoding', [0x63, 0x61, 0x66, 0xe9]],
  ['as PowerShell writes it', [0xff, 0xfe, 0x6b, 0x00]],
  ['that breaks off in a letter', [0xf0, 0x9f, 0x8d]],
])('text %s is refused, and not shown with other letters', async (_how, bytes) => {
  await expect(read(bytes)).rejects.toMatchObject({ exitCode: EXIT.usage, message: expect.stringContaining('UTF-8') });
});

test('more than is wanted is refused before it is all there', async () => {
  const endless = async function* () {
    for (;;) yield Buffer.from('rice '.repeat(5));
  };
  await expect(standardInput(100, 'Too much.', endless())).rejects.toMatchObject({ message: 'Too much.' });
});
