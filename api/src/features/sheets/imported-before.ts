import type { Knex } from 'knex';
import type { Owner } from '../../db/owner.ts';
import type { CheckedSheet } from './read-sheet.ts';
import { sheetsRepository } from './sheets.repository.ts';

/** What of a sheet was imported before, and when last. */
export interface ImportedBefore {
  readonly at: Date;
  /** Of its rows that can be imported. */
  readonly rows: number;
  readonly isSameFile: boolean;
}

/** The same file, or rows that say the same in another one; null for neither. */
export async function importedBefore(
  db: Knex,
  owner: Owner,
  { sheet, rows }: Pick<CheckedSheet, 'sheet' | 'rows'>,
): Promise<ImportedBefore | null> {
  const sheets = sheetsRepository(db);
  const known = await sheets.knownRows(
    owner,
    rows.map(({ hash }) => hash),
  );
  const sameFile = await sheets.importedFile(owner, sheet.sha256);
  const times = [known.at, sameFile].flatMap((at) => at?.getTime() ?? []);
  if (times.length === 0) return null;
  return {
    at: new Date(Math.max(...times)),
    rows: rows.filter(({ hash }) => known.hashes.has(hash)).length,
    isSameFile: sameFile !== null,
  };
}

export function importedBeforeWords({ rows, isSameFile }: ImportedBefore): string {
  if (isSameFile) return 'You imported this file before. Nothing was imported. Import it again if you mean it.';
  const which = rows === 1 ? '1 row of this sheet was' : `${rows} rows of this sheet were`;
  return `${which} imported before. Nothing was imported. Import them again if you mean it.`;
}
