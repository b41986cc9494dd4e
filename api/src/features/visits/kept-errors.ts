import { createHash } from 'node:crypto';
import path from 'node:path';
import pLimit from 'p-limit';
import type { VisitReport } from '../../contract/visits.ts';
import type { ReleaseFiles } from '../remotes/release-files.ts';
import type { VersionFiles } from '../remotes/release-row.ts';
import type { AreaErrorsRepository, KnownError } from './area-errors.repository.ts';
import type { Attribution } from './attribution.ts';
import { cleanMessage, cleanName } from './clean-message.ts';
import { inVersionFiles } from './version-files.ts';
import type { VisitMetrics } from './visit-metrics.ts';

type OwnFrame = KnownError['frames'][number];

type Thrown = VisitReport['errors'][number];

/** Whoever reads errors has a thread of their own. */
const one = pLimit(1);

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
    const [first] = frames;
    const said = await saidBy(error, first === undefined ? null : path.join(files.folderOf(first), first.file));
    const known = { ...place, errorName: said.name, message: said.message, kind: error.kind, frames };
    await errors.add(known, error.count, person);
  };
}

/** What an error said, without anything personal: engines' own words alone where looking for others takes too long. */
function saidBy({ name, message }: Thrown, file: string | null): Promise<{ name: string; message: string }> {
  return one(() => inVersionFiles('clean', { file, name, message })).catch(() => ({
    name: cleanName(name, ''),
    message: cleanMessage(message, ''),
  }));
}

function fingerprintOf({ kind, name }: VisitReport['errors'][number], frame: OwnFrame | undefined): string {
  const place = frame === undefined ? '' : `${frame.file}:${frame.line}:${frame.column}`;
  return createHash('sha256').update(`${kind} ${name} ${place}`).digest('hex').slice(0, 32);
}
