import fs from 'node:fs';
import path from 'node:path';
import { migratedTemplate } from '../../api/src/testing/test-database.ts';
import { withFileLock } from '../file-lock.mjs';
import { startProduct } from '../product.ts';
import { onServer } from './begun-setup.ts';

/** What a product begins with in place of nothing. */
interface Begun {
  readonly template: string;
  readonly data: string;
}

/**
 * A database and a folder in which a product with the builds of this checkout has started once: another one over copies
 * of them has its releases already, and is ready with half the computing. Whoever needs it first in a run makes it.
 * @param server a PostgreSQL server, as a URL with any of its databases
 * @param folder of the run, whose name the database has, too
 */
export async function begunProduct(server: string, folder: string): Promise<Begun> {
  const begun = { template: path.basename(folder), data: path.join(folder, 'data') };
  await withFileLock(path.join(folder, 'making'), async () => {
    if (!fs.existsSync(begun.data)) await begin(server, begun);
  });
  return begun;
}

async function begin(server: string, { template, data }: Begun): Promise<void> {
  const product = await startProduct(server, { template: await migratedTemplate(server) });
  try {
    await product.end();
    // Of each product that begins with it, this is the first life, and nothing of another one is lost.
    await product.sql('update loop_heartbeat set history = null');
    const database = new URL(product.databaseUrl).pathname.slice(1);
    await onServer(server, `drop database if exists ${template}`);
    await onServer(server, `create database ${template} template ${database} strategy file_copy`);
    // The simulated outside world begins anew each time.
    const isKept = (file: string) => !path.relative(product.dataDir, file).startsWith('sandbox');
    fs.cpSync(product.dataDir, `${data}.new`, { recursive: true, filter: isKept });
    fs.renameSync(`${data}.new`, data);
  } finally {
    await product.close();
  }
}
