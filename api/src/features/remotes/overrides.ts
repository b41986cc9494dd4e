import type { RemoteRelease } from '../../contract/remotes.ts';

const PREFIX = 'mf.';
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Puts what a developer has on their machine in the place of released remotes, for one page: `?mf.mf_history=http://localhost:3104/mf-manifest.json`.
 * Nothing is stored, and nothing is asked for from here: the machine is the one that the browser runs on.
 * @param query of the page's address
 * @param ownOrigin beside loopback the only place that files may come from
 */
export function withOverrides<Release extends RemoteRelease>(releases: readonly Release[], query: URLSearchParams, ownOrigin: string): Release[] {
  return releases.map((release) => {
    const manifest = placeOf(query.get(`${PREFIX}${release.name}`), ownOrigin);
    if (manifest === null) return release;
    return { ...release, version: 'override', manifestUrl: manifest.href, integrity: { manifest: '', entry: '' }, previous: null, preload: [], override: manifest.origin };
  });
}

/** The content policy of a page, with room for what its overrides load. */
export function policyWith(policy: string, releases: readonly RemoteRelease[]): string {
  const origins = [...new Set(releases.flatMap(({ override }) => (override === undefined ? [] : [override])))];
  if (origins.length === 0) return policy;
  const sockets = origins.map((origin) => origin.replace(/^http/, 'ws'));
  return policy.split(';').map((directive) => {
    const [name] = directive.trim().split(' ', 1);
    if (name === 'connect-src') return [directive, ...origins, ...sockets].join(' ');
    return /^(script|style|img|font)-src$/.test(name ?? '') ? [directive, ...origins].join(' ') : directive;
  }).join(';');
}

function placeOf(address: string | null, ownOrigin: string): URL | null {
  if (address === null || !URL.canParse(address)) return null;
  const url = new URL(address);
  const isNear = LOOPBACK.has(url.hostname) || url.origin === ownOrigin;
  return isNear && /^https?:$/.test(url.protocol) && url.username === '' ? url : null;
}
