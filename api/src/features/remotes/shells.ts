import fs from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { CONTRACT_VERSION, SHELL } from '../../contract/remotes.ts';
import { UnavailableError } from '../../http/errors.ts';
import { isUnchanged, openShell, type OpenShell } from './open-shell.ts';
import type { ReleaseFiles } from './release-files.ts';
import type { CurrentShell } from './release-row.ts';
import type { SharedFiles } from './shared-files.ts';
import type { ShownVersions } from './shown-versions.ts';
import type { ReleaseTrust } from './trust.ts';

/** A folder that is being filled still. */
const UNFINISHED = /\.[0-9a-f-]{36}\.new$/;

/** In the log, for the build that has no version there. */
const BUILT_IN = 'built-in';

const COOLDOWN_MS = 1000;
/** The five versions that are kept, and the build of the process. */
const MOST_OPEN = 6;

interface Deps {
  /** The build that this process came with. */
  readonly dist: string;
  readonly releasesDir: string;
  readonly files: ReleaseFiles;
  readonly sharing: Pick<SharedFiles, 'fetchShellWith'>;
  readonly trust: ReleaseTrust;
  readonly shown: ShownVersions;
  readonly log: Logger;
}

/**
 * The shells of this product on the disk: that which pages come with, and those that open pages came with. Pages are
 * kept in memory.
 */
export function shells({ dist, releasesDir, files, sharing, trust, shown, log }: Deps) {
  const folder = path.join(releasesDir, SHELL);
  const open = openedShells(log);
  /** As the registry said last: it may be away for a moment. */
  let pointer: CurrentShell | null = null;
  let shownLast: OpenShell | null = null;

  /** Folders of all versions. */
  async function kept(): Promise<string[]> {
    const names = await fs.readdir(folder).catch(() => []);
    return names.filter((name) => !UNFINISHED.test(name)).map((name) => path.join(folder, name));
  }

  async function folderHere(name: string): Promise<string | null> {
    for (const root of new Set([...(shownLast === null ? [] : [shownLast.root]), dist, ...(await kept())]))
      if (await isFile(path.join(root, name))) return root;
    return null;
  }

  /** @param isPreview whoever asks was led there; what was replaced or taken back is shown to nobody else */
  async function openVersion(version: string, isPreview: boolean): Promise<OpenShell | null> {
    await files.has({ name: SHELL, version });
    const trusted = await trust.shell(version);
    if (trusted === null) {
      open.complain(version, "It isn't signed with a key of RELEASE_KEYS");
      return null;
    }
    if (trust.isChecked && !isPreview && !(await shown.has({ name: SHELL, version }))) {
      open.complain(version, 'The registry points to it, and nobody made it current');
      return null;
    }
    return open(files.folderOf({ name: SHELL, version }), version, trusted.page);
  }

  /** A shell that the registry names, where this process can show it. */
  async function openNamed({ version, contract }: CurrentShell): Promise<OpenShell | null> {
    if (contract === CONTRACT_VERSION) return openVersion(version, false);
    open.complain(
      version,
      `It was built for version ${contract} of the contract, and this process speaks ${CONTRACT_VERSION}`,
    );
    return null;
  }

  return {
    /**
     * The shell that pages come with: the one that the registry points to, or else the one of this process, which is
     * better than a page that stays empty.
     * @param current null where the registry has none, undefined where it is away
     * @throws UnavailableError where there is no build at all
     */
    async shown(current: CurrentShell | null | undefined): Promise<OpenShell> {
      if (current !== undefined) pointer = current;
      const found = (pointer === null ? null : await openNamed(pointer)) ?? (await open(dist, BUILT_IN));
      if (found === null) throw new UnavailableError('The screens are not built yet: run npm start, or npm run build.');
      shownLast = found;
      return found;
    },

    /** A version that is looked at before it is shown; null where it does not come up. */
    previewed: (version: string): Promise<OpenShell | null> => openVersion(version, true),

    /** A version that some people get before everybody; null where it does not come up. */
    shared: openNamed,

    /**
     * The folder of a build that has a file with a hash in its name, and so the same one in each; or null. A part that
     * is gone from the shell that pages come with closes that shell.
     */
    async folderWith(file: string): Promise<string | null> {
      const name = path.posix.basename(file);
      const here = await folderHere(name);
      if (here !== null) return here;
      if (shownLast?.parts.has(name) === true) open.close(shownLast.root);
      return (await sharing.fetchShellWith(name)) ? folderHere(name) : null;
    },

    /** Where files lie whose names stay, such as the icon. */
    root: (): string => shownLast?.root ?? dist,
  };
}
export type Shells = ReturnType<typeof shells>;

/**
 * Opens shells, each once for as long as its files stay as they are. One that cannot be opened is left alone for a
 * second: to read all of it for every page that is asked for would slow everybody.
 */
function openedShells(log: Logger) {
  const opened = new Map<string, OpenShell>();
  /** Until when each is left alone, on the clock of `performance.now()`. */
  const failed = new Map<string, number>();
  const complaints = new Map<string, string>();

  /** In the log once for each cause: every page would say it again. */
  function complain(version: string, reason: string): void {
    if (complaints.get(version) === reason) return;
    complaints.set(version, reason);
    log.error({ version, reason, hint: 'Pages come with another shell.' }, 'shell.cannot-be-shown');
  }

  /** @param page the hash that its page must have; null: whichever it has */
  async function open(root: string, version: string, page: string | null = null): Promise<OpenShell | null> {
    const known = opened.get(root);
    if (known !== undefined && (await isUnchanged(known))) return known;
    opened.delete(root);
    if (performance.now() < (failed.get(root) ?? 0)) return null;
    try {
      const shell = await openShell(root, page);
      keepNewest(opened, root, shell);
      failed.delete(root);
      complaints.delete(version);
      return shell;
    } catch (error) {
      keepNewest(failed, root, performance.now() + COOLDOWN_MS);
      complain(version, (error as Error).message);
      return null;
    }
  }

  return Object.assign(open, { complain, close: (root: string) => void opened.delete(root) });
}

/** Versions come for as long as a process lives; few of them are shown. */
function keepNewest<Value>(values: Map<string, Value>, key: string, value: Value): void {
  values.delete(key);
  values.set(key, value);
  for (const oldest of values.keys()) if (values.size > MOST_OPEN) values.delete(oldest);
}

function isFile(file: string): Promise<boolean> {
  return fs.stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
}
