import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runPart, type Part } from './parts.ts';

const BROKEN = 'process.exit(1);';
let folder = '';
let part: Part | undefined;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-parts-'));
});
afterEach(async () => {
  await part?.stop();
  fs.rmSync(folder, { recursive: true, force: true });
  vi.restoreAllMocks();
});

/** A part whose code may change: what runs leaves its number in `pid`. */
function start(code: string) {
  const script = path.join(folder, 'part.mjs');
  const write = (next: string) => fs.writeFileSync(script, next);
  const giveUp = vi.fn();
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  write(code);
  part = runPart({ name: 'api', script, env: {}, giveUp });
  return { part, write, giveUp, said };
}
const RUNS =
  `import fs from 'node:fs'; fs.appendFileSync(new URL('pid', import.meta.url), process.pid + '\\n'); ` +
  "setInterval(() => {}, 1000); process.on('disconnect', () => process.exit(0));";
const pids = () =>
  fs.existsSync(path.join(folder, 'pid'))
    ? fs.readFileSync(path.join(folder, 'pid'), 'utf8').trim().split('\n').map(Number)
    : [];
const runs = (pid: number | undefined) => {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a part that cannot start at all is given up', async () => {
  const { giveUp } = start(BROKEN);
  await expect.poll(() => giveUp.mock.calls).toEqual([['The api process ended with code 1 right after its start.']]);
});

test('one that was broken by an edit waits for the next edit', async () => {
  const { part: api, write, giveUp, said } = start(RUNS);
  await vi.waitFor(() => expect(pids()).toHaveLength(1), 60_000);
  write(BROKEN);
  await api.restart();
  await expect
    .poll(() => said.mock.calls)
    .toContainEqual([expect.stringContaining('It starts again at the next change.')]);
  write(RUNS);
  await api.restart();
  await vi.waitFor(() => expect(pids()).toHaveLength(2), 60_000);
  expect(giveUp).not.toHaveBeenCalled();
});

test('edits and an end in the same moment leave nothing running', async () => {
  const { part: api } = start(RUNS);
  await vi.waitFor(() => expect(pids()).toHaveLength(1), 60_000);
  await Promise.all([api.restart(), api.restart(), api.stop()]);
  // Whatever was started in that moment has come up by the time that this one has.
  start(RUNS);
  await vi.waitFor(() => expect(pids()).toHaveLength(2), 60_000);
  expect(pids().filter(runs)).toHaveLength(1);
});
