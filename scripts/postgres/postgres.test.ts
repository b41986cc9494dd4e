import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres } from './postgres.ts';

let dataDir: string;
beforeAll(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-shared-'));
  // PostgreSQL may run as another user, who has to reach its data.
  fs.chmodSync(dataDir, 0o755);
});
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }));

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  return client.connect().then(
    async () => {
      await client.end();
      return true;
    },
    () => false,
  );
}

test('commands that start at once share one server, which lives as long as the last of them', async () => {
  const [first, second] = await Promise.all([startPostgres(dataDir), startPostgres(dataDir)]);
  expect(second.url).toBe(first.url);
  await first.stop();
  expect(await answers(second.url)).toBe(true);
  const [third] = await Promise.all([startPostgres(dataDir), second.stop()]);
  expect(await answers(third.url)).toBe(true);
  await third.stop();
  expect(await answers(third.url)).toBe(false);
});
