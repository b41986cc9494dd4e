import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pMap from 'p-map';
import * as z from 'zod';
import { lines } from './lines.ts';
import { BackupError } from './backup-error.ts';
import type { Manifest } from './manifest.ts';
import { meter, openPart } from './parts.ts';
import type { BackupPlace } from './place.ts';
import type { Opening, Sealing } from './sealing.ts';

const FOLDER = 'files/';
const NAME = /^files\/[0-9a-f]{2}\/([0-9a-f]{64})(?:\.age)?$/;
const AT_ONCE = 4;
/** A file that lies there without being in any backup may belong to one that is being made elsewhere. */
const KEEP_MS = 24 * 3_600_000;

const CopiedFile = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.int().nonnegative() });
export type CopiedFile = z.infer<typeof CopiedFile>;

const nameOf = (sha256: string, isSealed: boolean) =>
  `${FOLDER}${sha256.slice(0, 2)}/${sha256}${isSealed ? '.age' : ''}`;

/** The list of files in a backup, as it is stored. */
export const asLines = (files: AsyncIterable<CopiedFile>) =>
  Readable.from(
    (async function* () {
      for await (const { sha256, bytes } of files) yield `${JSON.stringify({ sha256, bytes })}\n`;
    })(),
    { objectMode: false },
  );

/** @throws BackupError where the list is not what was written */
export async function* filesOf(
  place: BackupPlace,
  { id, files }: Manifest,
  opening: Opening | null,
): AsyncGenerator<CopiedFile> {
  for await (const line of lines(await openPart(place, { id, opening }, files.part))) {
    const read = CopiedFile.safeParse(line);
    if (!read.success) throw new BackupError(`The list of files of the backup ${id} is damaged.`);
    yield read.data;
  }
}

interface Copying {
  readonly place: BackupPlace;
  readonly sealing: Sealing | null;
  open(file: CopiedFile): Promise<Readable>;
  onFile(): Promise<void>;
}

/**
 * Brings what the place has not yet. Each file is there once for all backups, so one that is cut off goes on where it
 * stopped.
 * @param files in the order of their hashes
 * @returns how many were copied, how long all of them are, and the hashes of those that could not be read
 */
export async function copyFiles(files: AsyncIterable<CopiedFile>, { place, sealing, open, onFile }: Copying) {
  const copied = { count: 0, bytes: 0, bytesInAll: 0, lost: [] as string[] };
  const sizeThere = sizesIn(place);
  await pMap(
    files,
    async (file) => {
      const name = nameOf(file.sha256, sealing !== null);
      const bytes = await sizeThere(name);
      if (bytes === undefined || (sealing === null && bytes !== file.bytes)) {
        const content = await open(file).catch(() => null);
        if (content === null) copied.lost.push(file.sha256);
        else {
          const checked = content.compose(whole(file));
          await place.put(name, sealing === null ? checked : await sealing.seal(checked));
          copied.count += 1;
          copied.bytes += file.bytes;
        }
      }
      copied.bytesInAll += file.bytes;
      await onFile();
    },
    { concurrency: AT_ONCE },
  );
  return copied;
}

/** How long what lies there is. Of names that are asked for in their order, one folder is held at once. */
function sizesIn(place: BackupPlace) {
  let folder = '';
  let sizes: Promise<Map<string, number>>;
  const read = async (beginning: string) => {
    const found = new Map<string, number>();
    for await (const { name, bytes } of place.list(beginning)) found.set(name, bytes);
    return found;
  };
  return async (name: string): Promise<number | undefined> => {
    const its = name.slice(0, name.lastIndexOf('/') + 1);
    if (its !== folder) [folder, sizes] = [its, read(its)];
    return (await sizes).get(name);
  };
}

/** @throws BackupError unless the file lies there as its hash says */
export async function verifyFile(
  place: BackupPlace,
  file: CopiedFile,
  isSealed: boolean,
  opening: Opening | null,
): Promise<void> {
  const content = await openFile(place, file, isSealed, opening);
  const read = meter();
  await pipeline(content, read.through.resume()).catch((error: Error) => {
    throw damaged(file, error);
  });
  if (read.sum().sha256 !== file.sha256) throw damaged(file);
}

export async function openFile(
  place: BackupPlace,
  { sha256 }: CopiedFile,
  isSealed: boolean,
  opening: Opening | null,
): Promise<Readable> {
  const content = await place.read(nameOf(sha256, isSealed));
  if (content === null) throw new BackupError(`The file ${sha256} of the backup is missing.`);
  return isSealed && opening !== null ? opening.open(content) : content;
}

/** Takes away the files of no backup. */
export async function forgetFiles(place: BackupPlace, needed: ReadonlySet<string>, now: Date): Promise<number> {
  let gone = 0;
  for await (const { name, modifiedAt } of place.list(FOLDER)) {
    const sha256 = NAME.exec(name)?.[1];
    if (sha256 === undefined || needed.has(sha256) || now.getTime() - modifiedAt.getTime() < KEEP_MS) continue;
    await place.remove(name);
    gone += 1;
  }
  return gone;
}

/** Lets a file through, and ends with an error where it is not the one that it should be. */
function whole(file: CopiedFile): Transform {
  const hash = createHash('sha256');
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      done(hash.digest('hex') === file.sha256 ? null : damaged(file));
    },
  });
}

const damaged = ({ sha256 }: CopiedFile, cause?: unknown) =>
  new BackupError(`The file ${sha256} is damaged.`, { cause });
