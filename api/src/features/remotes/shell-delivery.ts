import path from 'node:path';
import Router from '@koa/router';
import type { Context } from 'koa';
import { currentUser } from '../../contract/session.ts';
import { PREVIEW_STOP_PATH } from '../../contract/release-previews.ts';
import { isPlainContainer, SHELL } from '../../contract/remotes.ts';
import { outsideHost } from './built-release.ts';
import { openShell, type OpenShell } from './open-shell.ts';
import { HASHED, HEAD, REMOTES } from './page-files.ts';
import { previewedReleases } from './previewed-releases.ts';
import type { Preview, Previews } from './previews.ts';
import type { ReleaseFiles } from './release-files.ts';
import type { CurrentRelease } from './release-row.ts';
import type { RemotesRepository } from './remotes.repository.ts';
import { visibleTo } from './remotes.routes.ts';
import type { RobotPasses } from './robot-passes.ts';
import { setCookie } from '../../http/cookies.ts';
import { NotFoundError } from '../../http/errors.ts';
import { sendStatic, YEAR_MS } from '../../http/send-static.ts';
import { SESSION_STATE, type Session } from '../../http/session.ts';
import type { Shells } from './shells.ts';
import { PROOF_HEADER, VERIFICATION_HEADER, VERSION_PARAM, type Verification } from './verification.ts';
import type { PageTrust } from './page-trust.ts';
import { shownTo, type ShownReleases } from './share-assignment.ts';
import { visibleOverrides } from './visible-overrides.ts';

export interface Deps {
  readonly publicUrl: string;
  /** Origins beside the own one that its pages may load remotes from. */
  readonly remoteHosts: readonly string[];
  /** Of so many visits pages tell how fast they are. */
  readonly vitalsShare: number;
  readonly overridesAreFor: 'admins' | 'everyone';
  readonly remotes: RemotesRepository;
  readonly shells: Shells;
  readonly trust: PageTrust;
  readonly files: ReleaseFiles;
  readonly verification: Verification;
  readonly previews: Previews;
  readonly robots: RobotPasses;
}

/** The shell's own files, and its page for every address that is not a call or a file. */
export function shellDelivery(deps: Deps): Router {
  const { shells, files, verification, previews } = deps;
  const sendPage = pages(deps);
  const router = new Router();
  router.get(PREVIEW_STOP_PATH, (ctx) => {
    setCookie(ctx, previews.cookieName, null, {});
    ctx.set('cache-control', 'no-store');
    ctx.redirect(ownPath(ctx.query['at']));
  });
  router.get('/{*address}', async (ctx) => {
    const isFile = path.posix.extname(ctx.path) !== '';
    const version = versionInTrial(ctx);
    if (version !== null) return sendInTrial(ctx, version, isFile);
    if (isFile && ctx.path !== '/index.html') return sendFile(ctx);
    await sendPage(ctx);
  });

  /** A version that its release asks for, before anybody gets it; null for all others. */
  function versionInTrial(ctx: Context): string | null {
    const version = ctx.query[VERSION_PARAM];
    if (typeof version !== 'string') return null;
    return verification.isPass({ name: SHELL, version }, ctx.get(VERIFICATION_HEADER)) ? version : null;
  }

  async function sendInTrial(ctx: Context, version: string, isFile: boolean): Promise<void> {
    const of = { name: SHELL, version };
    const root = files.folderOf(of);
    await files.has(of);
    ctx.set(PROOF_HEADER, verification.proof(of));
    ctx.set('cache-control', 'no-store');
    await (isFile ? sendStatic(ctx, ctx.path, { root }) : sendPage(ctx, await openShell(root)));
  }

  async function sendFile(ctx: Context): Promise<void> {
    if (!HASHED.test(ctx.path)) return sendStatic(ctx, ctx.path, { root: shells.root() });
    const root = await shells.folderWith(ctx.path);
    if (root === null) throw new NotFoundError('There is no such file.');
    await sendStatic(ctx, ctx.path, { root, immutable: true, maxAge: YEAR_MS });
  }

  return router;
}

/** Fills in the page of a shell for whoever asks. */
function pages(deps: Deps) {
  const { remoteHosts, vitalsShare, remotes, trust, previews, robots, shells } = deps;
  const { overridesFor } = visibleOverrides(deps);
  const tags = [
    ...(remoteHosts.length === 0 ? [] : [`<meta name="remote-hosts" content="${remoteHosts.join(' ')}">`]),
    ...(vitalsShare === 1 ? [] : [`<meta name="vitals-share" content="${vitalsShare}">`]),
  ];

  /** What the shell would refuse is not asked for early either. */
  function isAllowed(address: string): boolean {
    const host = outsideHost(address);
    return host === null || remoteHosts.includes(host);
  }

  /** A version that this browser previews, or that its person gets before everybody, or what is current. */
  async function shellFor(previewed: readonly Preview[], released: ShownReleases | null): Promise<OpenShell> {
    const version = previewed.find(({ name }) => name === SHELL)?.version;
    const preview = version === undefined ? null : await shells.previewed(version);
    const early = released?.sharedShell ?? null;
    return preview ?? (early === null ? null : await shells.shared(early)) ?? shells.shown(released?.shell);
  }

  /** @param trial the shell, where its release asks for it; null: that of whoever asks */
  return async function sendPage(ctx: Context, trial: OpenShell | null = null): Promise<void> {
    const session = ctx.state[SESSION_STATE] as Session | null;
    // Without the registry the page still comes: it asks for the areas by itself, and says so when they are away.
    const released = await remotes.shown().then(
      (registry) => shownTo(session, registry),
      () => null,
    );
    // It has no session, and its page is that of somebody who is logged in, whom its own browser plays.
    const robot = session === null ? robots.of(ctx) : null;
    const isLoggedIn = session !== null || robot !== null;
    const open = session === null ? [robot].filter((one) => one !== null) : previews.opened(ctx.cookies);
    const areas = released?.areas ?? [];
    const { releases, shown } = await previewedReleases(remotes, areas, open).catch(() => ({
      releases: areas,
      shown: [],
    }));
    const { page: template } = trial ?? (await shellFor(shown, released));
    const visible = await trust.withPassports(visibleTo(session, releases, robot?.name), shown);
    const anchors = await trust.anchors(visible, shown);
    const { overrides, refused } = overridesFor(ctx, visible);
    const asked = isLoggedIn
      ? visible.find(
          ({ name, paths }) => paths.includes(ctx.path) && !overrides.some((override) => override.name === name),
        )
      : undefined;
    const early = asked !== undefined && addressesOf(asked).every(isAllowed) ? asked : undefined;
    ctx.type = 'html';
    ctx.vary('cookie');
    ctx.set('cache-control', 'no-store');
    ctx.body = template
      .replace(HEAD, () => [...tags, ...anchorTags(anchors), ...preloads(early, isLoggedIn)].join(''))
      .replace(REMOTES, () =>
        released === null
          ? ''
          : `<script type="application/json" id="remotes">${inlineJson({
              isLoggedIn,
              remotes: visible.map(publicPart),
              ...(overrides.length > 0 ? { overrides: overrides.map(publicPart) } : {}),
              ...(shown.length > 0 ? { previews: shown } : {}),
              ...(refused.length > 0 ? { refusedOverrides: refused } : {}),
            })}</script>`,
      );
  };
}

/** From the configuration and the disk alone: whoever owns the database says nothing of whom a page trusts. */
function anchorTags(anchors: Awaited<ReturnType<PageTrust['anchors']>>): string[] {
  if (anchors === null) return [];
  const tag = (name: string, content: string) => `<meta name="${name}" content="${attributeText(content)}">`;
  return [tag('release-keys', anchors.keys), tag('built-in-areas', anchors.builtIns)];
}

/**
 * What the first paint of the asked area needs, asked for at once: the round trips go side by side instead of one after
 * another.
 * The shell's own files are in its page already. A hint without the hash that its user asks for would be fetched twice.
 */
function preloads(asked: CurrentRelease | undefined, isLoggedIn: boolean): string[] {
  const hint = (url: string, as: 'fetch' | 'script' | 'style', integrity?: string) =>
    `<link rel="preload" as="${as}" href="${attributeText(url)}" ` +
    `crossorigin="anonymous"${integrity === undefined ? '' : ` integrity="${attributeText(integrity)}"`}>`;
  return [
    ...(isLoggedIn ? [hint(currentUser.path, 'fetch')] : []),
    ...(asked === undefined
      ? []
      : [
          ...(isPlainContainer(asked.manifestUrl) ? [] : [hint(asked.manifestUrl, 'fetch')]),
          hint(asked.entryUrl, 'script', asked.integrity.entry),
          ...asked.preload.map(({ url, integrity }) => hint(url, url.endsWith('.css') ? 'style' : 'script', integrity)),
        ]),
  ];
}

function addressesOf({ manifestUrl, entryUrl, preload }: CurrentRelease): string[] {
  return [manifestUrl, entryUrl, ...preload.map(({ url }) => url)];
}

/** A screen of ours that an address names, or the first one. */
function ownPath(at: unknown): string {
  return typeof at === 'string' && /^\/(?![/\\])[\w\-/]*$/.test(at) ? at : '/';
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
