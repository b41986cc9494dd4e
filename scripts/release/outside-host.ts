import path from 'node:path';
import { releaseFiles } from '../../api/src/features/remotes/release-files.ts';
import { SOURCE_MAP } from '../../api/src/http/send-static.ts';
import type { BuildToSend } from './build-to-send.ts';

/**
 * Copies what a host shows to everybody into the folder that it serves.
 * @returns takes it away again, unless it was there before
 */
export async function putAtHost(
  folder: string | undefined,
  { dist, version }: BuildToSend,
  area: string,
): Promise<() => Promise<void>> {
  if (folder === undefined) return async () => {};
  // As seen from where npm was called.
  const files = releaseFiles(path.resolve(process.env['INIT_CWD'] ?? '.', folder), { isPublic: true });
  const of = { name: area, version };
  if (await files.has(of)) return async () => {};
  await files.copyOnce(dist, of);
  return () => files.remove(of);
}

/** Without source maps: they stay where they were built. */
export function shownToAll({ files }: BuildToSend): BuildToSend['files'] {
  return files.filter((file) => !SOURCE_MAP.test(file.path));
}
