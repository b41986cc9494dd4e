import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { zipOf, type ZipEntry } from './zip.ts';

/** As many as are asked for. */
function endlessEntries(bytes: () => Readable = () => Readable.from([Buffer.alloc(1_000_000)])) {
  const seen = { asked: 0, isOver: false };
  async function* entries(): AsyncGenerator<ZipEntry, void, void> {
    try {
      for (;;) {
        seen.asked += 1;
        yield { name: `files/${seen.asked}`, isPacked: true, bytes: bytes() };
      }
    } finally {
      seen.isOver = true;
    }
  }
  return { seen, entries: entries() };
}

test('files are asked for as the zip is taken, and none any more once nobody takes it', async () => {
  const { seen, entries } = endlessEntries();
  let taken = 0;
  for await (const chunk of zipOf(entries)) {
    taken += chunk.length;
    expect(seen.asked).toBeLessThanOrEqual(taken / 1_000_000 + 2);
    if (taken > 5_000_000) break;
  }
  expect(seen.isOver).toBe(true);
});

test('a zip that is given up ends at once', async () => {
  const { seen, entries } = endlessEntries();
  const given = new AbortController();
  const taking = async () => {
    for await (const _ of zipOf(entries, given.signal)) given.abort(new Error('The export is no longer ours'));
  };
  await expect(taking()).rejects.toThrow('no longer ours');
  expect(seen.isOver).toBe(true);
});

test('of a file that breaks off no zip is made', async () => {
  async function* broken() {
    yield Buffer.alloc(10);
    throw new Error('The disk is broken');
  }
  const { seen, entries } = endlessEntries(() => Readable.from(broken()));
  await expect(Array.fromAsync(zipOf(entries))).rejects.toThrow('disk is broken');
  expect(seen).toEqual({ asked: 1, isOver: true });
});

test('a zip that is given up while a text is packed takes nothing along', async () => {
  async function* texts(): AsyncGenerator<ZipEntry, void, void> {
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      yield { name, isPacked: name < 'c', bytes: Readable.from(['x'.repeat(100), 'y'], { objectMode: false }) };
  }
  const most = (await Array.fromAsync(zipOf(texts()))).length;
  for (let taken = 1; taken < most; taken += 1) {
    const zip = zipOf(texts());
    for (let n = 0; n < taken; n += 1) await zip.next();
    await zip.return();
  }
});
