import type { LoadPhase, RemoteRelease } from '@pagecast/api/contract';
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

export type Files = Pick<RemoteRelease, 'manifestUrl' | 'integrity'>;

interface Expected { readonly hash: string; readonly manifest: string }

/** Nothing of a remote runs in the page unless its hash is known. The entry brings the hashes of its own chunks. */
export function integrityPlugin() {
  const manifests = new Map<string, Expected>();
  const entries = new Map<string, Expected>();
  const phases = new Map<string, LoadPhase>();

  const known = (hashes: Map<string, Expected>, url: string): Expected => {
    const expected = hashes.get(new URL(url, location.href).href);
    if (expected === undefined || expected.hash === '') throw new Error(`Refused: the hash of ${url} is not known`);
    return expected;
  };

  const plugin: ModuleFederationRuntimePlugin = {
    name: 'pagecast-integrity',
    async fetch(url, init) {
      const { hash, manifest } = known(manifests, url);
      const answer = await fetch(url, { ...init, credentials: 'same-origin', integrity: hash });
      phases.set(manifest, 'entry');
      return answer;
    },
    createScript({ url }) {
      const { hash, manifest } = known(entries, url);
      const script = document.createElement('script');
      script.integrity = hash;
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
     * @throws Error for files of another origin: what runs here is delivered here
     */
    expect({ manifestUrl, integrity }: Files): void {
      const manifest = new URL(manifestUrl, location.href);
      if (manifest.origin !== location.origin) throw new Error(`Refused: ${manifestUrl} is not delivered by ${location.origin}`);
      manifests.set(manifest.href, { hash: integrity.manifest, manifest: manifest.href });
      entries.set(new URL('remoteEntry.js', manifest).href, { hash: integrity.entry, manifest: manifest.href });
      phases.set(manifest.href, 'manifest');
    },
    /** How far these files have come. */
    phaseOf: ({ manifestUrl }: Files): LoadPhase => phases.get(new URL(manifestUrl, location.href).href) ?? 'manifest',
  };
}
