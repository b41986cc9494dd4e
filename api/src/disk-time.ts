import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

/**
 * What time it is in a folder, in ms since 1970. Files of a shared disk are dated by the machine that has it, whose
 * clock may be far from this one's: how old they are only that clock says.
 */
export async function diskTime(folder: string): Promise<number> {
  const probe = path.join(folder, `.${randomUUID()}.time`);
  try {
    await fs.writeFile(probe, '', { mode: 0o600 });
    return (await fs.stat(probe)).mtimeMs;
  } finally {
    await fs.rm(probe, { force: true });
  }
}
