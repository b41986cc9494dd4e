import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { SHELL } from '../../contract/remotes.ts';
import { coalesced } from './coalesced.ts';
import { sealedFolders, type SealedFoldersDeps } from './sealed-folders.ts';
import { sharedFilesRepository, type FolderState, type SharedFilesRepository } from './shared-files.repository.ts';

/** However many ask for what is not there, the database is asked so often. */
const LIST_EVERY_MS = 250;
/** A version whose files cannot be used is left alone so long. */
const COOLDOWN_MS = 10_000;

interface Version {
  readonly name: string;
  readonly version: string;
}

interface Deps extends Omit<SealedFoldersDeps, 'repository'> {
  readonly db: Knex;
  readonly log: Logger;
}

/** Gives the files of versions to processes with other folders, and takes theirs. */
export function sharedFiles({ db, log, ...deps }: Deps) {
  const { disk } = deps;
  const repository = sharedFilesRepository(db);
  const sealed = sealedFolders({ repository, ...deps });
  const { send, take } = sealed;
  const list = coalesced(() => repository.list(), LIST_EVERY_MS);
  const coming = new Map<string, Promise<boolean>>();
  /** Until when each version is left alone, on the clock of `performance.now()`. */
  const refused = new Map<string, number>();
  const { keepKnown, mend } = mending({ sealed, disk, log, takeOnce });

  function takeOnce(of: Version): Promise<boolean> {
    const key = keyOf(of);
    if (performance.now() < (refused.get(key) ?? 0)) return Promise.resolve(false);
    const under = coming.get(key);
    if (under !== undefined) return under;
    const taken = take(of)
      .catch((error: Error) => {
        refused.set(key, performance.now() + COOLDOWN_MS);
        log.error({ name: of.name, version: of.version, reason: error.message }, 'releases.files-refused');
        return false;
      })
      .finally(() => coming.delete(key));
    coming.set(key, taken);
    return taken;
  }

  return {
    send,

    /** Whether the files of a version are here now. */
    async has(of: Version): Promise<boolean> {
      if (await disk.has(of)) return true;
      const listed = await list().catch(() => []);
      return listed.some((one) => keyOf(one) === keyOf(of)) && (await takeOnce(of));
    },

    /** Sends a version that the others have not got. */
    async sendOnce(of: Version): Promise<void> {
      if (!(await repository.has(of))) await send(of);
    },

    ...inDatabase(repository, log),

    /** Fetches the versions of the shell that have a file. @returns whether there are any */
    async fetchShellWith(file: string): Promise<boolean> {
      const listed = await list().catch(() => []);
      const holders = listed.filter(({ name, paths }) => name === SHELL && paths.includes(file));
      return (await Promise.all(holders.map((of) => takeOnce(of)))).includes(true);
    },

    /** Sends what the others have not got, or only damaged, and fetches what this process has not. */
    async exchange(versions: readonly Version[]): Promise<void> {
      const states = await repository.states();
      keepKnown(states);
      const known = new Map(states.map((state) => [keyOf(state), state]));
      for (const of of versions) {
        const state = known.get(keyOf(of));
        if (!(await disk.has(of))) {
          if (state !== undefined) await takeOnce(of);
        } else if (state === undefined) await send(of);
        else await mend(state);
      }
    },
  };
}
export type SharedFiles = ReturnType<typeof sharedFiles>;

interface Mending extends Pick<Deps, 'disk' | 'log'> {
  readonly sealed: ReturnType<typeof sealedFolders>;
  takeOnce(of: Version): Promise<boolean>;
}

/** Puts right what was damaged of a version, in the database or on this disk. */
function mending({ sealed: { send, isIntact, isDamagedHere }, disk, log, takeOnce }: Mending) {
  /** Fingerprints of what was said by this product: such as are known are not read again. */
  let intact = new Set<string>();
  /** Versions that this process has compared with what lies here: after a power cut it starts anew. */
  const compared = new Set<string>();

  /** A folder is written by rename, but a power cut may leave files in it empty. */
  async function mendHere(of: Version): Promise<void> {
    if (compared.has(keyOf(of))) return;
    compared.add(keyOf(of));
    if (!(await isDamagedHere(of))) return;
    log.warn({ name: of.name, version: of.version }, 'releases.files-damaged-here');
    await disk.remove(of);
    await takeOnce(of);
  }

  return {
    /** Forgets what is not there any more. */
    keepKnown(states: readonly FolderState[]): void {
      intact = intact.intersection(new Set(states.map(({ fingerprint }) => fingerprint)));
    },

    /** What somebody changed, or lost, behind our back is sent again by whoever has it. */
    async mend({ name, version, fingerprint, hasAllFiles }: FolderState): Promise<void> {
      const isSaidByUs = intact.has(fingerprint) || (await isIntact({ name, version }));
      if (isSaidByUs) intact.add(fingerprint);
      if (isSaidByUs && hasAllFiles) return mendHere({ name, version });
      log.warn({ name, version }, 'releases.files-sent-again');
      await send({ name, version }, isSaidByUs ? {} : { damaged: fingerprint });
    },
  };
}

function keyOf({ name, version }: Version): string {
  return `${name} ${version}`;
}

/** What lies in the database alone. */
function inDatabase(repository: Pick<SharedFilesRepository, 'takenBy' | 'remove'>, log: Logger) {
  return {
    /** What the files of an area take there. */
    takenBy: repository.takenBy,

    /** Nothing is left of a version that came to nothing. What cannot be cleared away now goes with the next sweep. */
    remove: (of: Version): Promise<void> =>
      repository.remove(of).catch((error: Error) => {
        log.warn({ name: of.name, version: of.version, reason: error.message }, 'releases.files-left');
      }),
  };
}
