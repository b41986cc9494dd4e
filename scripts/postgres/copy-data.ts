import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { reachableHome } from './home.ts';

/** Gives `dataDir` the data under `from`, whose server is stopped: `startPostgres` goes on with it. */
export function copyData(from: string, dataDir: string): void {
  const [source, copy] = [from, dataDir].map((folder) => reachableHome(path.join(folder, 'postgres')).data);
  if (source === undefined || copy === undefined) return;
  fs.mkdirSync(copy, { recursive: true, mode: 0o755 });
  fs.rmSync(path.join(copy, 'data'), { recursive: true, force: true });
  // With owner and rights, on which PostgreSQL insists.
  execFileSync('cp', ['-a', path.join(source, 'data'), copy]);
  fs.copyFileSync(path.join(from, 'postgres.password'), path.join(dataDir, 'postgres.password'));
}
