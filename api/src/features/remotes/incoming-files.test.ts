import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { incomingFiles } from './incoming-files.ts';

const releasesDir = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-incoming-'));
afterAll(() => fs.rmSync(releasesDir, { recursive: true, force: true }));

const incoming = incomingFiles({ releasesDir, checkRoom: async () => {} });
const CONTENT = Buffer.from('console.log("the same for both");');
const FILE = { hash: createHash('sha384').update(CONTENT).digest('hex'), bytes: CONTENT.length };

const MIB = 1024 * 1024;

/** A line on which the bytes come when they are let through. */
function line() {
  const steps: ((chunk: Buffer | null) => void)[] = [];
  const asked: (() => void)[] = [];
  async function* chunks(): AsyncGenerator<Buffer> {
    for (;;) {
      const chunk = await new Promise<Buffer | null>((resolve) => {
        steps.push(resolve);
        asked.splice(0).forEach((tell) => tell());
      });
      if (chunk === null) return;
      yield chunk;
    }
  }
  return {
    chunks: async () => chunks(),
    /** Once all that came before it is written. */
    async bring(chunk: Buffer | null) {
      if (steps.length === 0) await new Promise<void>((resolve) => asked.push(resolve));
      steps.shift()?.(chunk);
    },
  };
}

test('two who send the same file at once both have it there', async () => {
  const [one, two] = [line(), line()];
  const first = incoming.append('shell', FILE, 0, one.chunks);
  await one.bring(CONTENT.subarray(0, 10));
  await one.bring(CONTENT.subarray(10, 12));
  await expect.poll(() => incoming.missing('shell', [FILE], [])).toEqual([{ hash: FILE.hash, offset: 12 }]);
  const second = incoming.append('shell', FILE, 12, two.chunks);
  await two.bring(CONTENT.subarray(12, 20));
  await one.bring(CONTENT.subarray(12));
  await one.bring(null);
  expect(await first).toBe(FILE.bytes);
  await two.bring(CONTENT.subarray(20));
  await two.bring(null);
  expect(await second).toBe(FILE.bytes);
  expect(fs.readFileSync(incoming.pathOf('shell', FILE.hash))).toEqual(CONTENT);
});

test('what is on its way counts too, before it is there', async () => {
  const lines = Array.from({ length: 8 }, line);
  const files = lines.map((_, n) => ({ hash: String(n).repeat(96), bytes: 15 * MIB }));
  const sending = lines.map(async ({ chunks }, n) => incoming.append('mf_history', files[n] ?? FILE, 0, chunks));
  for (const { bring } of lines) await bring(Buffer.from('x'));
  const whole = async () =>
    (async function* () {
      yield CONTENT;
    })();
  const another = { hash: 'f'.repeat(96), bytes: 9 * MIB };
  await expect(incoming.append('mf_history', another, 0, whole)).rejects.toThrow('fill the space');
  for (const { bring } of lines) await bring(null);
  expect(await Promise.all(sending)).toEqual(lines.map(() => 1));
  expect(await incoming.append('mf_history', FILE, 0, whole)).toBe(FILE.bytes);
});

test('what was sent just now is new by the clock of the disk, whatever that of this process says', async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  const others = { hash: 'a'.repeat(96), bytes: 3 };
  const { chunks, bring } = line();
  const sent = incoming.append('mf_media', others, 0, chunks);
  await bring(Buffer.from('ab'));
  await bring(null);
  expect(await sent).toBe(2);
  await incoming.missing('mf_media', [FILE], []);
  expect(await incoming.missing('mf_media', [others], [])).toEqual([{ hash: others.hash, offset: 2 }]);
  const part = `${incoming.pathOf('mf_media', others.hash)}.part`;
  const before = fs.statSync(part).mtimeMs / 1000 - 11 * 60;
  fs.utimesSync(part, before, before);
  await incoming.missing('mf_media', [FILE], []);
  expect(await incoming.missing('mf_media', [others], [])).toEqual([{ hash: others.hash, offset: 0 }]);
});
