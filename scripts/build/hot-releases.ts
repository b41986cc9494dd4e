import { createHash } from 'node:crypto';
import type { FederationManifest } from './unlisted-chunks.ts';

export interface HotRemote {
  /** `mf-history` */
  readonly folder: string;
  /** `mf_history` */
  readonly name: string;
  /** Of its dev server, without a slash at the end. */
  readonly url: string;
}

interface Release {
  readonly name: string;
  readonly [field: string]: unknown;
}

export interface Registry {
  readonly remotes: readonly Release[];
}

export interface Served {
  readonly body: Buffer;
  readonly type: string;
}

const MANIFEST = 'mf-manifest.json';
const ENTRY = 'remoteEntry.js';
const KEPT_SNAPSHOTS = 50;

/** The builds of hot remotes in the place of released ones, each kept as it was when a page asked for it. */
export function hotReleases(hot: readonly HotRemote[]) {
  /** `mf_history/dev-<hash>` -> its files. */
  const snapshots = new Map<string, ReadonlyMap<string, Served>>();

  async function withHot(registry: Registry): Promise<Registry> {
    const remotes = await Promise.all(
      registry.remotes.map(async (release) => {
        const remote = hot.find(({ name }) => name === release.name);
        return remote === undefined ? release : hotRelease(release, remote);
      }),
    );
    return { ...registry, remotes };
  }

  async function hotRelease(release: Release, remote: HotRemote): Promise<Release> {
    const [manifest, entry, ...chunks] = await Promise.all([
      read(remote, MANIFEST),
      read(remote, ENTRY),
      ...(await chunksOf(remote)).map((file) => named(remote, file)),
    ]);
    const version = `dev-${createHash('sha256').update(manifest.body).update(entry.body).digest('hex').slice(0, 8)}`;
    snapshots.set(`${remote.name}/${version}`, new Map([[MANIFEST, manifest], [ENTRY, entry], ...chunks]));
    for (const oldest of snapshots.keys()) if (snapshots.size > KEPT_SNAPSHOTS) snapshots.delete(oldest);
    return {
      ...release,
      version,
      previous: null,
      manifestUrl: `/remotes/${remote.name}/${version}/${MANIFEST}`,
      integrity: { manifest: integrity(manifest.body), entry: integrity(entry.body) },
    };
  }

  return {
    withHot,

    /** A file of a build that was kept, or as it is now where none was or `version` is null; null of no hot remote. */
    async fileOf(name: string, { version, file }: { version: string | null; file: string }): Promise<Served | null> {
      const remote = hot.find((candidate) => candidate.name === name);
      if (remote === undefined) return null;
      const kept = version === null ? undefined : snapshots.get(`${remote.name}/${version}`)?.get(file);
      return kept ?? read(remote, file);
    },
  };
}

/** The files of the exposed module, early and late ones. */
async function chunksOf(remote: HotRemote): Promise<string[]> {
  const { exposes } = JSON.parse((await read(remote, 'mf-stats.json')).body.toString()) as FederationManifest;
  return exposes.flatMap(({ assets: { js, css } }) => [...js.sync, ...js.async, ...css.sync, ...css.async]);
}

async function named(remote: HotRemote, file: string): Promise<[string, Served]> {
  return [file, await read(remote, file)];
}

async function read(remote: HotRemote, file: string): Promise<Served> {
  const answer = await fetch(`${remote.url}/${file}`);
  if (!answer.ok) throw new Error(`${remote.folder} does not serve ${file} (${answer.status}): its build says why.`);
  return {
    body: Buffer.from(await answer.arrayBuffer()),
    type: answer.headers.get('content-type') ?? 'application/octet-stream',
  };
}

function integrity(body: Buffer): string {
  return `sha384-${createHash('sha384').update(body).digest('base64')}`;
}
