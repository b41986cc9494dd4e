import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { Keys } from '../../db/keyring.ts';
import { jsonOf } from './built-release.ts';
import { filesIn } from './file-hash.ts';
import { Papers, type Passports } from './passports.ts';
import { productSeal } from './product-seal.ts';
import type { ReleaseFiles } from './release-files.ts';
import type { SharedFilesRepository, StoredFile } from './shared-files.repository.ts';

/** Held in memory at once; a file may be larger. */
const BATCH_BYTES = 4 * 1024 * 1024;

const Described = z.object({
  files: z.array(z.object({ path: z.string(), hash: z.string(), bytes: z.number() })),
  papers: z.nullable(Papers),
  parts: z.nullable(z.string()),
});
type Described = z.infer<typeof Described>;
type File = Described['files'][number];

interface Version {
  readonly name: string;
  readonly version: string;
}

export interface SealedFoldersDeps {
  readonly repository: SharedFilesRepository;
  readonly keys: Keys;
  /** Of this process. */
  readonly disk: ReleaseFiles;
  readonly passports: Passports;
  /** @throws StorageFullError where so many more bytes would leave too little */
  readonly checkRoom: (bytes: number) => Promise<void>;
}

/**
 * Folders of versions on their way from one disk to another, through the database: what comes is what a process of this
 * product sent, byte by byte, or does not come. Source maps come, too, since errors are resolved wherever they are
 * told; no disk gives them to a browser.
 */
export function sealedFolders({ repository, keys, disk, passports, checkRoom }: SealedFoldersDeps) {
  const seal = productSeal(keys, 'files of releases');
  return {
    /** Whether a file on the disk is not the one that a process of this product sent, such as after a power cut. */
    async isDamagedHere(of: Version): Promise<boolean> {
      const found = await repository.find(of);
      if (found === null || !seal.fits(found.seal, of.name, of.version, found.description)) return false;
      const here = new Map((await filesIn(disk.folderOf(of))).map((file) => [file.path, file.hash]));
      return Described.parse(jsonOf(found.description)).files.some((file) => here.get(file.path) !== file.hash);
    },

    /** Whether what is said of a version was said by a process of this product. */
    async isIntact({ name, version }: Version): Promise<boolean> {
      const found = await repository.find({ name, version });
      if (found === null || !seal.fits(found.seal, name, version, found.description)) return false;
      const { files } = Described.parse(jsonOf(found.description));
      return files.map(({ hash }) => hash).join() === found.hashes.join();
    },

    /**
     * @param said its papers and its list of parts, those on the disk unless they are to come there yet; and what is
     * damaged of what was said of it before
     */
    async send(
      of: Version,
      { papers, parts, damaged }: { papers?: Papers; parts?: string | null; damaged?: string } = {},
    ): Promise<void> {
      const folder = disk.folderOf(of);
      const files = await filesIn(folder);
      // The database may be on this disk, too.
      await checkRoom(files.reduce((sum, { bytes }) => sum + bytes, 0));
      const description = JSON.stringify({
        files,
        papers: papers ?? (await passports.read(of)),
        parts: parts === undefined ? await passports.readParts(of) : parts,
      } satisfies Described);
      const row = {
        name: of.name,
        version: of.version,
        paths: files.map((file) => file.path),
        hashes: files.map(({ hash }) => hash),
        description,
        seal: seal.of(of.name, of.version, description),
      };
      await repository.keep(row, (absent) => readFiles(folder, files, absent), damaged);
    },

    /**
     * @returns whether it was there
     * @throws Error that says why it cannot be used
     */
    async take(of: Version): Promise<boolean> {
      const found = await repository.find(of);
      if (found === null) return false;
      if (!seal.fits(found.seal, of.name, of.version, found.description))
        throw new Error('Its description was written by nobody who has the SECRET_KEY');
      const { files, papers, parts } = Described.parse(jsonOf(found.description));
      await checkRoom(files.reduce((sum, { bytes }) => sum + bytes, 0));
      // What this disk knows of the version holds; and what it has let go is not brought back by a database.
      if (papers !== null && (await passports.read(of)) === null && !(await passports.wasLetGo(of)))
        await passports.keep(of, papers, parts);
      await disk.fillOnce(of, (folder) => fetchFiles(repository, folder, files));
      return true;
    },
  };
}

/** @throws Error for a file that is gone or changed */
async function fetchFiles(
  repository: Pick<SharedFilesRepository, 'bytesOf' | 'dropDamaged'>,
  folder: string,
  files: readonly File[],
): Promise<void> {
  await fs.mkdir(folder, { recursive: true });
  for (const batch of batchesOf(files)) {
    const stored = await repository.bytesOf(batch.map(({ hash }) => hash));
    for (const { path: name, hash } of batch) {
      const bytes = stored.get(hash);
      if (bytes === undefined) throw new Error(`${name} is not among the files`);
      if (hashOf(bytes) !== hash) {
        await repository.dropDamaged(files.map((file) => file.hash));
        throw new Error(`${name} is not what its hash says`);
      }
      const to = path.join(folder, name);
      await fs.mkdir(path.dirname(to), { recursive: true });
      await fs.writeFile(to, bytes);
    }
  }
}

/** @throws Error for a file that is another one than a moment ago */
async function* readFiles(
  folder: string,
  files: readonly File[],
  absent: ReadonlySet<string>,
): AsyncGenerator<StoredFile[]> {
  const wanted = new Map(files.filter(({ hash }) => absent.has(hash)).map((file) => [file.hash, file]));
  for (const batch of batchesOf([...wanted.values()]))
    yield await Promise.all(
      batch.map(async ({ path: name, hash }) => {
        const bytes = await fs.readFile(path.join(folder, name));
        if (hashOf(bytes) !== hash) throw new Error(`${name} was changed while it was read`);
        return { hash, bytes };
      }),
    );
}

function hashOf(bytes: Buffer): string {
  return createHash('sha384').update(bytes).digest('hex');
}

function* batchesOf(files: readonly File[]): Generator<File[]> {
  let batch: File[] = [];
  let size = 0;
  for (const file of files) {
    if (batch.length > 0 && size + file.bytes > BATCH_BYTES) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(file);
    size += file.bytes;
  }
  if (batch.length > 0) yield batch;
}
