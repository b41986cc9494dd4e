import { DATA_EXPORT_KEPT_DAYS } from '../../contract/data-exports.ts';
import type { ProblemOf } from '../problem.ts';

/** What became of an export, for the person who asked for it. */
export function exportWords(problem: ProblemOf<'export_ready' | 'export_failed'>): string {
  switch (problem.code) {
    case 'export_ready':
      return readyWords(problem.params);
    case 'export_failed':
      return 'Something went wrong on our side. Ask for it again in Settings. If it fails again, contact support.';
  }
}

function readyWords({ files, filesMissing }: ProblemOf<'export_ready'>['params']): string {
  const holds =
    files === 0 ? 'It holds your posts and settings' : `It holds your posts, settings and ${counted(files)}`;
  const lacks = filesMissing === 0 ? '' : ` ${counted(filesMissing)} couldn't be read. The export names them.`;
  return `${holds}. You can download it in Settings for ${DATA_EXPORT_KEPT_DAYS} days.${lacks}`;
}

function counted(files: number): string {
  return files === 1 ? '1 file' : `${files.toLocaleString('en')} files`;
}
