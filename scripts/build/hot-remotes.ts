import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { REMOTE_NAME_SHAPE } from '../../api/src/contract/remotes.ts';
import { REMOTES_MARK } from './shell-page.ts';
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

interface Registry {
  readonly remotes: readonly Release[];
}

interface Served {
  readonly body: Buffer;
  readonly type: string;
}

const MANIFEST = 'mf-manifest.json';
const ENTRY = 'remoteEntry.js';
const KEPT_SNAPSHOTS = 50;
const DEV_FILE = new RegExp(`^/remotes/(${REMOTE_NAME_SHAPE})/(dev-\\w+)/(.+)$`);
/** The hosts that released remotes may come from. */
const HOSTS = /<meta name="remote-hosts"[^>]*>/;
const INLINED = /<script type="application\/json" id="remotes">(.*?)<\/script>/;
/** What belongs to the API, or to the development servers themselves. */
const NO_SCREENS = /^\/(api|remotes|healthz|readyz|metrics|ws)(\/|$)|\.\w+$/;

/**
 * Puts hot remotes in the place of the released ones: in `/api/remotes`, in the page, and under
 * `/remotes/<name>/dev-<hash>/`.
 * The shell checks the hashes of manifest and entry as it always does, and an entry takes chunks of its own build only.
 * So a page gets all these as they were when it asked for the registry, however often the remote was built anew since;
 * then the hot updates, which come from the remote's server like everything else, bring it up to date.
 */
// oxlint-disable-next-line max-lines-per-function -- One watcher and what it keeps: nothing of it makes sense alone.
export function hotRemotes({
  apiUrl,
  hot,
  readPage,
}: {
  apiUrl: string;
  hot: readonly HotRemote[];
  readPage: () => Promise<string>;
}) {
  /** `mf_history/dev-<hash>` -> its files. */
  const snapshots = new Map<string, ReadonlyMap<string, Served>>();

  return async (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    try {
      if (pathname === '/api/remotes') return await sendRegistry(request, response);
      if (isPage(request, pathname)) return await sendPage(request, response, next);
      const [, name, version, file] = DEV_FILE.exec(pathname) ?? [];
      const remote = hot.find((candidate) => candidate.name === name);
      if (remote === undefined || version === undefined || file === undefined) return next();
      // Styles have no updates of their own: the page asks for the whole sheet once more.
      const kept = searchParams.has('hmr') ? undefined : snapshots.get(`${remote.name}/${version}`)?.get(file);
      send(response, kept ?? (await read(remote, file)));
    } catch (error) {
      next(error);
    }
  };

  async function sendRegistry(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = await fetch(`${apiUrl}/api/remotes`, { headers: { cookie: request.headers.cookie ?? '' } });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(await withHot((await answer.json()) as Registry)));
  }

  /**
   * The page of the hot shell with what the API puts into the built one: who is in, the registry, and the overrides
   * that the address asks for.
   */
  async function sendPage(request: IncomingMessage, response: ServerResponse, next: () => void): Promise<void> {
    const { cookie = '', 'sec-fetch-site': site = '', 'sec-fetch-dest': destination = '' } = request.headers;
    const headers = {
      cookie,
      accept: 'text/html',
      'sec-fetch-site': String(site),
      'sec-fetch-dest': String(destination),
    };
    const answer = await fetch(apiUrl + (request.url ?? '/'), { headers }).catch(() => null);
    const built = (await answer?.text()) ?? '';
    const [, inlined] = INLINED.exec(built) ?? [];
    // An API that starts again: the page asks it once it is there.
    if (inlined === undefined) return next();
    const registry = JSON.stringify(await withHot(JSON.parse(inlined) as Registry)).replaceAll('<', '\\u003c');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('cache-control', 'no-store');
    response.end(
      (await readPage()).replace(
        REMOTES_MARK,
        () => `${HOSTS.exec(built)?.[0] ?? ''}<script type="application/json" id="remotes">${registry}</script>`,
      ),
    );
  }

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
}

function send(response: ServerResponse, { body, type }: Served): void {
  response.setHeader('content-type', type);
  response.setHeader('cache-control', 'no-store');
  response.end(body);
}

function isPage({ method, headers }: IncomingMessage, pathname: string): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html') && !NO_SCREENS.test(pathname);
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
