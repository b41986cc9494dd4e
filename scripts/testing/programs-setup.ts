import { ensurePrograms } from '../build/programs.ts';

/** The programs that tests start as processes of their own, named to them by TEST_PROGRAMS. */
export async function setup(): Promise<void> {
  process.env['TEST_PROGRAMS'] ??= await ensurePrograms();
}
