import type { RemoteRelease } from '@pagecast/api/contract';
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

export type Files = Pick<RemoteRelease, 'manifestUrl' | 'integrity'>;

/** Nothing of a remote runs in the page unless its hash is known. The entry brings the hashes of its own chunks. */
export function integrityPlugin() {
  const manifests = new Map<string, string>();
  const entries = new Map<string, string>();

  const known = (hashes: Map<string, string>, url: string): string => {
    const hash = hashes.get(new URL(url, location.href).href);
    if (hash === undefined || hash === '') throw new Error(`Refused: the hash of ${url} is not known`);
    return hash;
  };

  const plugin: ModuleFederationRuntimePlugin = {
    name: 'pagecast-integrity',
    fetch: (url, init) => fetch(url, { ...init, credentials: 'same-origin', integrity: known(manifests, url) }),
    createScript({ url }) {
      const script = document.createElement('script');
      script.integrity = known(entries, url);
      script.crossOrigin = 'anonymous';
      script.src = url;
      return script;
    },
  };

  return {
    plugin,
    /** The entry stands beside its manifest. */
    expect({ manifestUrl, integrity }: Files): void {
      const manifest = new URL(manifestUrl, location.href);
      manifests.set(manifest.href, integrity.manifest);
      entries.set(new URL('remoteEntry.js', manifest).href, integrity.entry);
    },
  };
}
