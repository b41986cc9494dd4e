import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { passports } from './passports.ts';
import { prepareReleases } from './prepare-releases.ts';

const failing = (code: string) => ({
  registerBuiltIns: () => Promise.reject(Object.assign(new Error(code), { code })),
  filesElsewhere: () => Promise.resolve([]),
  exchangeFiles: vi.fn<() => Promise<void>>(() => Promise.resolve()),
});
const lines: string[] = [];
const log = pino({}, { write: (line: string) => void lines.push(line) });

test('without room for its builds a process starts with the versions that are there, and says what to do', async () => {
  const remotes = failing('ENOSPC');
  await prepareReleases({ remotes, log });
  expect(remotes.exchangeFiles).toHaveBeenCalledOnce();
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { msg: 'releases.no-room', hint: expect.stringContaining('Free space') },
  ]);
});

test('builds that cannot be read for another reason end the start', async () => {
  await expect(prepareReleases({ remotes: failing('EACCES'), log })).rejects.toThrow('EACCES');
});

test('papers that are there are not written again, so that a full disk hinders no start', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'pagecast-papers-'));
  const of = { name: 'mf_history', version: '1.0.0' };
  const papers = { integrity: { manifest: 'm', entry: 'e' }, isBuiltIn: true, passport: null, provenance: null };
  const file = path.join(folder, '.passports/mf_history/1.0.0.json');
  await passports(folder).keep(of, papers);
  const { ino } = await fs.stat(file);
  await passports(folder).keep(of, papers);
  expect((await fs.stat(file)).ino).toBe(ino);
  await passports(folder).keep(of, { ...papers, isBuiltIn: false });
  expect(await passports(folder).read(of)).toMatchObject({ isBuiltIn: false });
  await fs.rm(folder, { recursive: true });
});
