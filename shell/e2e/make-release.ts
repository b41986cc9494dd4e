import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { PLAIN_MANIFEST, REMOTE_NAME_SHAPE } from '../../api/src/contract/remotes.ts';
import { openDatabase } from '../../api/src/db/database.ts';
import { COMMAND_LINE } from '../../api/src/features/audit/audit.repository.ts';
import { readBuiltRelease } from '../../api/src/features/remotes/built-release.ts';
import { releaseFiles } from '../../api/src/features/remotes/release-files.ts';
import { releasesService } from '../../api/src/features/remotes/releases.service.ts';
import { ROOT } from '../../scripts/paths.ts';
import type { Product } from '../../scripts/product.ts';

/** Of a build in a page: the remote's name and the build's. */
const UNIQUE_NAME = new RegExp(`"(${REMOTE_NAME_SHAPE}_[0-9a-f]+):"`, 'g');
const ACTOR = { person: COMMAND_LINE, impersonated: null, environment: 'development', ip: null } as const;

/** Moves remotes of a running product as a team does from its terminal. */
export function releaseDesk(product: Product) {
  const files = releaseFiles(path.join(product.dataDir, 'releases'));

  async function atDesk<Result>(
    work: (releases: ReturnType<typeof releasesService>) => Promise<Result>,
  ): Promise<Result> {
    const db = openDatabase(product.databaseUrl);
    try {
      return await work(releasesService({ db, files }));
    } finally {
      await db.destroy();
    }
  }

  return {
    /**
     * Releases the build of a remote that lies under `root`, as it is.
     * @param host another host, and the folder that it serves
     */
    async releaseBuild(folder: string, root: string = ROOT, host?: { origin: string; folder: string }): Promise<void> {
      const dist = path.join(root, folder, 'dist');
      const release = await readBuiltRelease(dist, host?.origin);
      if (release === null) throw new Error(`${dist} has no build`);
      await (host === undefined ? files : releaseFiles(host.folder)).copyOnce(dist, release);
      await atDesk((releases) => releases.release(ACTOR, release, null));
    },

    /**
     * Releases today's build of a remote once more, under another version.
     * @param page a path that it serves beside today's, with the sidebar entry of that name
     */
    async release(
      folder: string,
      version: string,
      { page, ...change }: Change & { page?: { to: string; label: string } } = {},
    ): Promise<void> {
      const dist = makeBuild(product, folder, version, change);
      const release = await readBuiltRelease(dist);
      if (release === null) throw new Error(`${folder} has no build`);
      await files.copyOnce(dist, release);
      const more =
        page === undefined
          ? release
          : {
              ...release,
              paths: [...release.paths, page.to],
              nav: [...release.nav, { ...page, icon: 'history', order: 65 }],
            };
      await atDesk((releases) => releases.release(ACTOR, more, null));
    },

    rollback: (folder: string) => atDesk((releases) => releases.moveTo(ACTOR, folder.replaceAll('-', '_'), null, null)),
  };
}

/** Source of the React that the page lends, in a `factory`. */
export const REACT = '(await Object.values(shared.react)[0].get())()';

interface Change {
  /** What the exposed module is, as source of a function that may use `REACT`; left out, it is the build's own. */
  readonly factory?: string;
  /** Source at the end of its entry. */
  readonly end?: string;
  /** Styles at the end of its own. */
  readonly css?: string;
  /** What stands in the code of its screens, and what shall stand in its place. */
  readonly code?: readonly [string, string];
  /** Its manifest has a name from before pages could do without it. */
  readonly isReadFirst?: boolean;
}

/** Today's build of a remote under another version. @returns its folder */
export function makeBuild(
  product: Product,
  folder: string,
  version: string,
  { factory, end = '', css, code, isReadFirst = false }: Change = {},
): string {
  const dist = fs.mkdtempSync(path.join(product.dataDir, 'build-'));
  fs.cpSync(path.join(ROOT, folder, 'dist'), dist, { recursive: true });
  const name = folder.replaceAll('-', '_');
  const entry = path.join(dist, 'remoteEntry.js');
  if (factory !== undefined)
    fs.appendFileSync(
      entry,
      `;{ let shared; const { init } = ${name}; ` +
        `${name} = { init: (scope) => init((shared = scope)), get: async () => ${factory} }; }`,
    );
  fs.appendFileSync(entry, end);
  if (css !== undefined) changeFile(dist, '.css', (styles) => styles + css);
  if (code !== undefined) changeFile(dist, '.js', (source) => replaced(source, ...code));
  fs.rmSync(`${entry}.br`, { force: true });
  const described = path.join(dist, 'release.json');
  const built = JSON.parse(fs.readFileSync(described, 'utf8')) as {
    version: string;
    manifest: string;
    integrity: { manifest: string; entry: string };
    preload: { file: string; integrity: string }[];
  };
  built.version = version;
  if (isReadFirst) {
    built.manifest = 'mf-manifest.json';
    fs.renameSync(path.join(dist, PLAIN_MANIFEST), path.join(dist, built.manifest));
    fs.rmSync(path.join(dist, `${PLAIN_MANIFEST}.br`));
  }
  built.integrity.entry = hashOf(entry);
  for (const chunk of built.preload) chunk.integrity = hashOf(path.join(dist, chunk.file));
  fs.writeFileSync(described, JSON.stringify(built));
  fs.rmSync(`${described}.br`, { force: true });
  return dist;
}

function hashOf(file: string): string {
  return `sha384-${createHash('sha384').update(fs.readFileSync(file)).digest('base64')}`;
}

/**
 * The entry knows the hash of the sheet and of the code, and by a mark of its build whether they are in the page:
 * another build has another one.
 */
function changeFile(dist: string, ending: string, change: (source: string) => string): void {
  const name = fs
    .readdirSync(dist)
    .find((one) => one.startsWith('__federation_expose_remote.') && one.endsWith(ending));
  if (name === undefined) throw new Error(`This build has no ${ending} of its screens`);
  const [file, entry] = [path.join(dist, name), path.join(dist, 'remoteEntry.js')];
  const before = hashOf(file);
  fs.writeFileSync(file, change(fs.readFileSync(file, 'utf8')));
  fs.rmSync(`${file}.br`, { force: true });
  fs.writeFileSync(
    entry,
    fs.readFileSync(entry, 'utf8').replaceAll(before, hashOf(file)).replaceAll(UNIQUE_NAME, '"$1_changed:"'),
  );
}

function replaced(source: string, from: string, to: string): string {
  if (!source.includes(from)) throw new Error(`The code of the screens has no ${from}`);
  return source.replaceAll(from, to);
}
