import type { IncomingMessage, ServerResponse } from 'node:http';
import { REMOTE_NAME_SHAPE } from '../../api/src/contract/remotes.ts';
import { hotReleases, type HotRemote, type Registry, type Served } from './hot-releases.ts';
import { REMOTES_MARK } from './shell-page.ts';

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
export function hotRemotes({
  apiUrl,
  hot,
  readPage,
}: {
  apiUrl: string;
  hot: readonly HotRemote[];
  readPage: () => Promise<string>;
}) {
  const { withHot, fileOf } = hotReleases(hot);

  return async (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    try {
      if (pathname === '/api/remotes') return await sendRegistry(request, response);
      if (isPage(request, pathname)) return await sendPage(request, response, next);
      const [, name, version, file] = DEV_FILE.exec(pathname) ?? [];
      if (name === undefined || version === undefined || file === undefined) return next();
      // Styles have no updates of their own: the page asks for the whole sheet once more.
      const served = await fileOf(name, { version: searchParams.has('hmr') ? null : version, file });
      if (served === null) return next();
      send(response, served);
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
}

function send(response: ServerResponse, { body, type }: Served): void {
  response.setHeader('content-type', type);
  response.setHeader('cache-control', 'no-store');
  response.end(body);
}

function isPage({ method, headers }: IncomingMessage, pathname: string): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html') && !NO_SCREENS.test(pathname);
}
