import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { migrate } from '../../api/src/db/migrate.ts';
import { withFileLock } from '../file-lock.mjs';
import { ROOT } from '../paths.ts';
import { copyData } from '../postgres/copy-data.ts';
import { startPostgres } from '../postgres/postgres.ts';

const MIGRATIONS = path.join(ROOT, 'api/src/db/migrations');
const PREPARED = path.join(ROOT, 'node_modules/.cache/migrated-postgres');

/** Gives `folder` the data of a PostgreSQL with today's empty tables, which are made once: worlds begin with a copy. */
export async function copyMigratedData(folder: string): Promise<void> {
  await withFileLock(`${PREPARED}.making`, async () => {
    const stamp = path.join(PREPARED, '.migrations');
    const wanted = hashOfMigrations();
    const found = fs.existsSync(stamp) ? fs.readFileSync(stamp, 'utf8') : null;
    if (found !== wanted) {
      // Without a stamp somebody was ended over it, and their server may still run: then it is gone on with.
      if (found !== null) fs.rmSync(PREPARED, { recursive: true });
      const postgres = await startPostgres(PREPARED);
      await migrate(postgres.url).finally(() => postgres.stop());
      fs.writeFileSync(stamp, wanted);
    }
    copyData(PREPARED, folder);
  });
}

function hashOfMigrations(): string {
  const hash = createHash('sha256');
  for (const file of fs.readdirSync(MIGRATIONS).toSorted()) hash.update(fs.readFileSync(path.join(MIGRATIONS, file)));
  return hash.digest('hex');
}
