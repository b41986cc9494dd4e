import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ROOT } from '../paths.ts';
import type { Product } from '../product.ts';
import { logIn } from './client.ts';
import { cpuMs } from './cpu-time.ts';
import { line, timed } from './figures.ts';

const FILES = 200_000;
const ROWS_AT_ONCE = 10_000;

/** What an operator's export takes of somebody with very many files, each of them tiny: their number is what costs. */
export async function benchDataExports(product: Product, db: pg.Client): Promise<void> {
  const { facebookId } = await logIn(product, 'many');
  await fillWithFiles(product, db, facebookId);
  const exporting = spawn(
    process.execPath,
    ['--import', './scripts/secret-files.ts', 'scripts/admin.ts', 'export', facebookId, `${product.dataDir}/all.zip`],
    {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DATABASE_URL: product.databaseUrl, DATA_DIR: product.dataDir, NODE_NO_WARNINGS: '1' },
    },
  );
  const pid = exporting.pid ?? 0;
  const took = { cpu: 0, mb: Number.NaN };
  const ms = await timed(async () => {
    while (exporting.exitCode === null && exporting.signalCode === null) {
      took.cpu = cpuMs(pid) || took.cpu;
      took.mb = peakMb(pid) || took.mb;
      await sleep(50);
    }
  });
  if (exporting.exitCode !== 0) throw new Error('The export failed');
  line(
    `an export with ${FILES.toLocaleString('en')} files`,
    `${(ms / 1000).toFixed(0)} s, ${(took.cpu / 1000).toFixed(0)} s of a core`,
    '',
    `${took.mb.toFixed(0)} MB at most`,
  );
}

async function fillWithFiles({ dataDir }: Product, db: pg.Client, facebookId: string): Promise<void> {
  for (let from = 0; from < FILES; from += ROWS_AT_ONCE) {
    const hashes = Array.from({ length: ROWS_AT_ONCE }, (_, n) => {
      const bytes = Buffer.alloc(100, `${from + n} `);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const shelf = path.join(dataDir, 'media', sha256.slice(0, 2));
      mkdirSync(shelf, { recursive: true });
      writeFileSync(path.join(shelf, sha256), bytes);
      return sha256;
    });
    await db.query(
      `insert into media_files (user_id, environment, sha256, mime_type, bytes, name)
       select u.id, u.environment, h, 'image/jpeg', 100, 'A photo of ' || left(h, 8) || '.jpg'
       from users u, unnest($2::text[]) h where u.facebook_id = $1`,
      [facebookId, hashes],
    );
  }
}

/** NaN where the kernel does not tell (not Linux), or it has ended. */
function peakMb(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;
  } catch {
    return Number.NaN;
  }
}
