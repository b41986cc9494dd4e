import { createHash } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import { folderOf, type Part } from './manifest.ts';
import type { BackupPlace } from './place.ts';
import type { Opening, Sealing } from './sealing.ts';

/** Counts and hashes what goes through it. */
export function meter() {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { through, sum: () => ({ bytes, sha256: hash.copy().digest('hex') }) };
}

/** Packs, seals and stores one part of a backup. Nothing is held but what is under way. */
export async function writePart(
  place: BackupPlace,
  { id, name, sealing }: { id: string; name: string; sealing: Sealing | null },
  content: Readable,
): Promise<Part> {
  const [plain, stored] = [meter(), meter()];
  const packed = content.compose(plain.through).compose(createZstdCompress());
  const sealed = sealing === null ? packed : await sealing.seal(packed);
  await place.put(`${folderOf(id)}${name}`, sealed.compose(stored.through));
  return { name, ...stored.sum(), plainBytes: plain.sum().bytes };
}

/** @throws BackupError unless the part lies there as the manifest says */
export async function verifyPart(place: BackupPlace, id: string, part: Part): Promise<void> {
  const content = await place.read(`${folderOf(id)}${part.name}`);
  if (content === null) throw new BackupError(`${part.name} of the backup ${id} is missing.`);
  const stored = meter();
  await pipeline(content, stored.through.resume());
  const { bytes, sha256 } = stored.sum();
  if (bytes !== part.bytes || sha256 !== part.sha256)
    throw new BackupError(`${part.name} of the backup ${id} is damaged.`);
}

/** What was written, and an error at its end where that is not what comes. */
export async function openPart(
  place: BackupPlace,
  { id, opening }: { id: string; opening: Opening | null },
  part: Part,
): Promise<Readable> {
  const content = await place.read(`${folderOf(id)}${part.name}`);
  if (content === null) throw new BackupError(`${part.name} of the backup ${id} is missing.`);
  const opened = opening === null ? content : await opening.open(content);
  let left = part.plainBytes;
  // A few bytes may claim to unpack to many more.
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left < 0) done(new BackupError(`${part.name} of the backup ${id} is damaged.`));
      else done(null, chunk);
    },
    flush(done) {
      done(left === 0 ? null : new BackupError(`${part.name} of the backup ${id} is damaged.`));
    },
  });
  return opened.compose(createZstdDecompress()).compose(bounded);
}
