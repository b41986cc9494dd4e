import { OVERRIDE_VERSION, type RemoteRelease } from '../../contract/remotes.ts';

const PREFIX = 'mf.';
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a person opened the page by themselves, from the address bar or from a page of ours. Where the browser does
 * not say so, they did not: a link or a window of another site must not choose whose code runs here.
 * @param headers of the request, by names in small letters
 */
export function isOwnNavigation(headers: Readonly<Record<string, unknown>>): boolean {
  return (
    ['none', 'same-origin'].includes(String(headers['sec-fetch-site'])) && headers['sec-fetch-dest'] === 'document'
  );
}

/**
 * What a developer has on their machine, to stand in the place of released remotes, for one page:
 * `?mf.mf_history=http://localhost:3104/mf-manifest.json`.
 * Nothing is stored, and nothing is asked for from here: the machine is the one that the browser runs on. The page asks
 * its person before it loads any of it.
 * @param query of the page's address
 * @param ownOrigin beside loopback the only place that files may come from
 * @param isOwn see `isOwnNavigation`
 * @returns beside the overrides what was asked for and is not done, in words
 */
export function overridesIn<Release extends RemoteRelease>(
  releases: readonly Release[],
  query: URLSearchParams,
  { ownOrigin, isOwn }: { ownOrigin: string; isOwn: boolean },
): { overrides: Release[]; refused: string[] } {
  const asked = new Map(
    [...query].flatMap(([key, address]) =>
      key.startsWith(PREFIX) ? [[key.slice(PREFIX.length).replaceAll('-', '_'), address]] : [],
    ),
  );
  if (asked.size > 0 && !isOwn)
    return {
      overrides: [],
      refused: [
        `Another page led here and asked for code that isn't released (${[...asked.keys()].join(', ')}). ` +
          'You see the released version. To look at your own work, paste the address into the address bar.',
      ],
    };
  const refused = new Map<string, string>();
  for (const [name, address] of asked) {
    if (!releases.some((release) => release.name === name))
      refused.set(
        name,
        `There is no remote ${name}: it is one of ${releases.map((release) => release.name).join(', ')}.`,
      );
    else if (placeOf(address, ownOrigin) === null)
      refused.set(
        name,
        `${name} can't be loaded from ${address}. Only this computer (http://localhost, ` +
          `http://127.0.0.1) or ${ownOrigin} may stand in for a release.`,
      );
  }

  return {
    refused: [...refused.values()],
    overrides: releases.flatMap((release) => {
      const manifest = placeOf(asked.get(release.name) ?? null, ownOrigin);
      if (manifest === null) return [];
      return [
        {
          ...release,
          version: OVERRIDE_VERSION,
          manifestUrl: manifest.href,
          integrity: { manifest: '', entry: '' },
          previous: null,
          preload: [],
          override: manifest.origin,
        },
      ];
    }),
  };
}

/** The content policy of a page, with room for what its overrides load. */
export function policyWith(policy: string, overrides: readonly RemoteRelease[]): string {
  const origins = [...new Set(overrides.flatMap(({ override }) => (override === undefined ? [] : [override])))];
  if (origins.length === 0) return policy;
  const sockets = origins.flatMap(socketsOf);
  return policy
    .split(';')
    .map((directive) => {
      const [name] = directive.trim().split(' ', 1);
      if (name === 'connect-src') return [directive, ...origins, ...sockets].join(' ');
      return /^(script|style|img|font)-src$/.test(name ?? '') ? [directive, ...origins].join(' ') : directive;
    })
    .join(';');
}

/**
 * Of a development server, which says what has changed. It may know its machine by another name than the address does.
 */
function socketsOf(origin: string): string[] {
  const { hostname, port } = new URL(origin);
  const socket = (host: string) =>
    `${origin.startsWith('https') ? 'wss' : 'ws'}://${host}${port === '' ? '' : `:${port}`}`;
  return LOOPBACK.has(hostname) ? ['localhost', '127.0.0.1'].map(socket) : [socket(hostname)];
}

function placeOf(address: string | null, ownOrigin: string): URL | null {
  if (address === null || !URL.canParse(address)) return null;
  const url = new URL(address);
  const isNear = LOOPBACK.has(url.hostname) || url.origin === ownOrigin;
  return isNear && /^https?:$/.test(url.protocol) && url.username === '' ? url : null;
}
