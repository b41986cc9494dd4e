import type { LoadPhase, RemoteRelease } from '@pagecast/api/contract';
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

export type Files = Pick<RemoteRelease, 'manifestUrl' | 'integrity' | 'override'>;

/** A browser checks nothing by what it cannot read as a hash. */
const HASH = /^sha384-[A-Za-z0-9+/]+$/;

/** `hash` is null for what a developer has on their machine: it changes with every edit. */
interface Expected { readonly hash: string | null; readonly manifest: string }

/**
 * Nothing of a remote runs in the page unless its hash is known. The entry brings the hashes of its own chunks.
 * @param hosts origins beside the page's own that remotes may come from
 */
export function integrityPlugin(hosts: readonly string[] = []) {
  const manifests = new Map<string, Expected>();
  const entries = new Map<string, Expected>();
  const phases = new Map<string, LoadPhase>();

  const known = (hashes: Map<string, Expected>, url: string): Expected => {
    const expected = hashes.get(new URL(url, location.href).href);
    if (expected === undefined || (expected.hash !== null && !HASH.test(expected.hash))) throw new Error(`Refused: the hash of ${url} is not known`);
    return expected;
  };

  const plugin: ModuleFederationRuntimePlugin = {
    name: 'pagecast-integrity',
    async fetch(url, init) {
      const { hash, manifest } = known(manifests, url);
      const answer = await fetch(url, { ...init, credentials: 'same-origin', ...(hash !== null && { integrity: hash }) });
      phases.set(manifest, 'entry');
      return answer;
    },
    createScript({ url }) {
      const { hash, manifest } = known(entries, url);
      const script = document.createElement('script');
      if (hash !== null) script.integrity = hash;
      script.crossOrigin = 'anonymous';
      script.src = url;
      script.addEventListener('load', () => phases.set(manifest, 'module'));
      return script;
    },
  };

  return {
    plugin,
    /**
     * The entry stands beside its manifest.
     * @throws Error for files of another origin: what runs here is delivered here or by an allowed host, or was asked for by a developer
     */
    expect({ manifestUrl, integrity, override }: Files): void {
      const manifest = new URL(manifestUrl, location.href);
      const origins = override === undefined ? [location.origin, ...hosts] : [override];
      if (!origins.includes(manifest.origin)) throw new Error(`Refused: ${manifestUrl} is not delivered by ${origins.join(' or ')}`);
      manifests.set(manifest.href, { hash: override === undefined ? integrity.manifest : null, manifest: manifest.href });
      entries.set(new URL('remoteEntry.js', manifest).href, { hash: override === undefined ? integrity.entry : null, manifest: manifest.href });
      phases.set(manifest.href, 'manifest');
    },
    /** How far these files have come. */
    phaseOf: ({ manifestUrl }: Files): LoadPhase => phases.get(new URL(manifestUrl, location.href).href) ?? 'manifest',
  };
}
