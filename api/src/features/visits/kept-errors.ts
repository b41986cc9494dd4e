import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { VisitReport } from '../../contract/visits.ts';
import type { ReleaseFiles } from '../remotes/release-files.ts';
import type { VersionFiles } from '../remotes/release-row.ts';
import type { AreaErrorsRepository, KnownError } from './area-errors.repository.ts';
import type { Attribution } from './attribution.ts';
import { cleanMessage, cleanName } from './clean-message.ts';
import type { VisitMetrics } from './visit-metrics.ts';

type OwnFrame = KnownError['frames'][number];

/** Larger files are not searched for the words of a message. */
const CODE_BYTES = 1024 * 1024;

interface Deps {
  readonly files: ReleaseFiles;
  readonly errors: AreaErrorsRepository;
  readonly metrics: VisitMetrics;
}

/** Keeps the place of each error in the code of its version, the first time with what was said there. */
export function keptErrors({ files, errors, metrics }: Deps) {
  return async function keep(
    { name, version }: VersionFiles,
    error: VisitReport['errors'][number],
    where: Attribution,
    person: string | null,
  ): Promise<void> {
    const frames = error.frames.flatMap(({ file, line, column }): OwnFrame[] => {
      const owner = where.ownerOf(file);
      return owner === null ? [] : [{ name: owner.of.name, version: owner.of.version, file: owner.file, line, column }];
    });
    const own = frames.find((frame) => frame.name === name);
    const fingerprint = fingerprintOf(error, own);
    const place = { name, version, fingerprint };
    if (await errors.again(place, error.count, person)) return;
    if (await errors.isFull(place)) {
      metrics.drop('full');
      return;
    }
    const code = await codeOf(files, frames[0]);
    const said = { errorName: cleanName(error.name, code), message: cleanMessage(error.message, code) };
    await errors.add({ ...place, ...said, kind: error.kind, frames }, error.count, person);
  };
}

/** Empty where the file is not on this disk, as that of an area on another host. */
async function codeOf(files: ReleaseFiles, frame: OwnFrame | undefined): Promise<string> {
  if (frame === undefined) return '';
  const file = path.join(files.folderOf(frame), frame.file);
  const size = await fs.stat(file).then(
    (found) => found.size,
    () => Infinity,
  );
  return size > CODE_BYTES ? '' : fs.readFile(file, 'utf8').catch(() => '');
}

function fingerprintOf({ kind, name }: VisitReport['errors'][number], frame: OwnFrame | undefined): string {
  const place = frame === undefined ? '' : `${frame.file}:${frame.line}:${frame.column}`;
  return createHash('sha256').update(`${kind} ${name} ${place}`).digest('hex').slice(0, 32);
}
