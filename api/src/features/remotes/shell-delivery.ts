import fs from 'node:fs/promises';
import path from 'node:path';
import Router from '@koa/router';
import type { Context } from 'koa';
import { currentUser } from '../../contract/session.ts';
import { outsideHost } from './built-release.ts';
import type { KeptShells } from './kept-shells.ts';
import type { CurrentRelease, RemotesRepository } from './remotes.repository.ts';
import { visibleTo } from './remotes.routes.ts';
import { NotFoundError, UnavailableError } from '../../http/errors.ts';
import { sendStatic, YEAR_MS } from '../../http/send-static.ts';
import { SESSION_STATE, type Session } from '../../http/session.ts';
import { visibleOverrides } from './visible-overrides.ts';

const HASHED = /\.[0-9a-f]{8,}\.\w+$/;

/** Placeholders of the shell's page. */
const HEAD = '<!--pagecast:head-->';
const REMOTES = '<!--pagecast:remotes-->';

export interface Deps {
  readonly webRoot: string;
  readonly publicUrl: string;
  /** Origins beside the own one that its pages may load remotes from. */
  readonly remoteHosts: readonly string[];
  readonly overridesAreFor: 'admins' | 'everyone';
  readonly remotes: RemotesRepository;
  readonly shells: KeptShells;
}

/** The shell's own files, and its page for every address that is not a call or a file. */
export function shellDelivery(deps: Deps): Router {
  const { webRoot, remoteHosts, remotes, shells } = deps;
  const { overridesFor } = visibleOverrides(deps);
  const dist = path.join(webRoot, 'shell/dist');
  const hostsTag = remoteHosts.length === 0 ? [] : [`<meta name="remote-hosts" content="${remoteHosts.join(' ')}">`];
  const router = new Router();
  router.get('/{*address}', async (ctx) => {
    if (path.posix.extname(ctx.path) !== '' && ctx.path !== '/index.html') return sendFile(ctx);
    await sendPage(ctx);
  });

  /** What the shell would refuse is not asked for early either. */
  function isAllowed(address: string): boolean {
    const host = outsideHost(address);
    return host === null || remoteHosts.includes(host);
  }

  async function sendFile(ctx: Context): Promise<void> {
    if (!HASHED.test(ctx.path)) return sendStatic(ctx, ctx.path, { root: dist });
    const hashed = { immutable: true, maxAge: YEAR_MS };
    await sendStatic(ctx, ctx.path, { root: dist, ...hashed }).catch(async (error: unknown) => {
      // Of a page that came with another build of the shell.
      const root = error instanceof NotFoundError ? await shells.folderWith(ctx.path) : null;
      if (root === null) throw error;
      await sendStatic(ctx, ctx.path, { root, ...hashed });
    });
  }

  async function sendPage(ctx: Context): Promise<void> {
    const template = await fs.readFile(path.join(dist, 'index.html'), 'utf8').catch(() => null);
    if (template === null)
      throw new UnavailableError('The screens are not built yet: run npm start, or npm run build.');
    const session = ctx.state[SESSION_STATE] as Session | null;
    // Without the registry the page still comes: it asks for the areas by itself, and says so when they are away.
    const released = await remotes.current().catch(() => null);
    const visible = visibleTo(session, released ?? []);
    const { overrides, refused } = overridesFor(ctx, visible);
    const asked =
      session === null
        ? undefined
        : visible.find(
            ({ name, paths }) => paths.includes(ctx.path) && !overrides.some((override) => override.name === name),
          );
    const early = asked !== undefined && addressesOf(asked).every(isAllowed) ? asked : undefined;
    ctx.type = 'html';
    ctx.vary('cookie');
    ctx.set('cache-control', 'no-store');
    ctx.body = template
      .replace(HEAD, () => [...hostsTag, ...preloads(early, session !== null)].join(''))
      .replace(REMOTES, () =>
        released === null
          ? ''
          : `<script type="application/json" id="remotes">${inlineJson({
              isLoggedIn: session !== null,
              remotes: visible.map(publicPart),
              ...(overrides.length > 0 ? { overrides: overrides.map(publicPart) } : {}),
              ...(refused.length > 0 ? { refusedOverrides: refused } : {}),
            })}</script>`,
      );
  }

  return router;
}

/**
 * What the first paint of the asked area needs, asked for at once: the round trips go side by side instead of one after
 * another.
 * The shell's own files are in its page already. A hint without the hash that its user asks for would be fetched twice.
 */
function preloads(asked: CurrentRelease | undefined, isLoggedIn: boolean): string[] {
  const hint = (url: string, as: 'fetch' | 'script' | 'style', integrity?: string) =>
    `<link rel="preload" as="${as}" href="${attributeText(url)}" crossorigin="anonymous"${integrity === undefined ? '' : ` integrity="${attributeText(integrity)}"`}>`;
  return [
    ...(isLoggedIn ? [hint(currentUser.path, 'fetch')] : []),
    ...(asked === undefined
      ? []
      : [
          hint(asked.manifestUrl, 'fetch'),
          hint(asked.entryUrl, 'script', asked.integrity.entry),
          ...asked.preload.map(({ url, integrity }) => hint(url, url.endsWith('.css') ? 'style' : 'script', integrity)),
        ]),
  ];
}

function addressesOf({ manifestUrl, entryUrl, preload }: CurrentRelease): string[] {
  return [manifestUrl, entryUrl, ...preload.map(({ url }) => url)];
}

function publicPart({ preload: _preload, entryUrl: _entryUrl, ...release }: CurrentRelease) {
  return release;
}

function attributeText(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** JSON that cannot end the element it stands in. */
function inlineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
