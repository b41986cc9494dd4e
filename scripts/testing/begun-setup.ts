import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';

/** Where journeys find what a product of this run has begun with (see `begun-product.ts`). */
export function setup(): void {
  process.env['BEGUN_PRODUCT'] = path.join(os.tmpdir(), `begun_${process.pid}_${Date.now()}`);
}

export async function teardown(): Promise<void> {
  const [server, folder] = [process.env['TEST_DATABASE_URL'], process.env['BEGUN_PRODUCT']];
  if (server === undefined || folder === undefined) return;
  await onServer(server, `drop database if exists ${path.basename(folder)}`);
  fs.rmSync(folder, { recursive: true, force: true });
}

export async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
