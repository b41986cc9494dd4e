import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { PostId } from '../contract/ids.ts';
import { superviseLoop, type LoopProcess } from './supervisor.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-loop-'));
const running: LoopProcess[] = [];
afterEach(() => Promise.all(running.splice(0).map((loop) => loop.stop())));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** A process of the loop that does this. */
function supervised(code: string, lookEveryMs?: number) {
  const program = path.join(folder, `${running.length}-${Date.now()}.mjs`);
  fs.writeFileSync(program, code);
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  const loop = superviseLoop({ program, log, ...(lookEveryMs !== undefined && { lookEveryMs }) });
  running.push(loop);
  loop.start();
  return { loop, said: (msg: string) => lines.filter((line) => line['msg'] === msg) };
}

const TICKS = "process.send({ sinceTick: 5 }); process.on('message', () => {});";

describe('the process of the loop', () => {
  test('is up once it got through, and tells how long ago that was', async () => {
    const { loop } = supervised(TICKS);
    expect([loop.state(), loop.sinceTick()]).toEqual(['starting', null]);
    await expect.poll(loop.state).toBe('up');
    expect(loop.sinceTick()).toBeGreaterThanOrEqual(5);
    expect(loop.whyDown()).toBeNull();
  });

  test('that does not stay up is started again later each time, and told in words', async () => {
    const { loop, said } = supervised(`${TICKS} setTimeout(() => process.exit(7), 1);`);
    await expect.poll(() => said('loop.ended').length, { timeout: 60_000 }).toBeGreaterThanOrEqual(5);
    const ends = said('loop.ended');
    expect(ends.slice(0, 5).map((line) => line['startsAgainInMs'])).toEqual([100, 200, 400, 800, 1600]);
    expect(ends[0]?.['hint']).toContain('has ended (code 7) and starts again');
    expect(ends[4]?.['hint']).toContain('for the 5th time in a row');
    expect(ends[4]?.['hint']).toContain('No posts go out from here');
    expect([loop.state(), loop.whyDown()]).toEqual(['down', ends[4]?.['hint']]);
  });

  test('that is stuck is ended and started again', async () => {
    const { said } = supervised(TICKS, 20);
    await expect.poll(() => said('loop.stuck').length, { timeout: 60_000 }).toBeGreaterThanOrEqual(1);
    await expect.poll(() => said('loop.ended')[0]?.['how']).toBe('SIGKILL');
  });

  test.each([
    ['has done it', 'process.send({ id, answer: null })', true],
    ['cannot', "process.send({ id, failed: 'no' })", false],
    ['dies of it', 'process.exit(1)', false],
  ])('says to who asks for a post right now that it %s', async (_, does, isDone) => {
    const { loop } = supervised(`${TICKS} process.on('message', ({ id }) => { ${does} });`);
    await expect.poll(loop.state).toBe('up');
    expect(await loop.publishNow(1 as PostId, 60_000)).toBe(isDone);
  });

  test('is asked for nothing while it is not up, or about to end', async () => {
    const { loop } = supervised(TICKS);
    expect(await loop.publishNow(1 as PostId, 60_000)).toBe(false);
    await expect.poll(loop.state).toBe('up');
    const stopped = loop.stop();
    expect(await loop.publishNow(1 as PostId, 60_000)).toBe(false);
    expect(await loop.metrics()).toBeNull();
    await stopped;
  });
});
