import type { LoadPhase, RemoteRelease } from '@pagecast/api/contract';
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

export type Files = Pick<RemoteRelease, 'manifestUrl' | 'integrity' | 'override' | 'passport'>;

/** A browser checks nothing by what it cannot read as a hash. */
const HASH = /^sha384-[A-Za-z0-9+/]+$/;

/** `hash` is null for what a developer has on their machine: it changes with every edit. */
interface Expected {
  readonly hash: string | null;
  readonly manifest: string;
}
interface ExpectedManifest extends Expected {
  readonly fetching: AbortController;
  readonly cache: RequestCache;
}

/** The entry stands beside its manifest. */
export const entryOf = (manifest: URL): string => new URL('remoteEntry.js', manifest).href;

/** @throws Error for what has no hash that can be checked */
function known<E extends Expected>(hashes: ReadonlyMap<string, E>, url: string): E {
  const expected = hashes.get(new URL(url, location.href).href);
  if (expected === undefined || (expected.hash !== null && !HASH.test(expected.hash)))
    throw new Error(`Refused: the hash of ${url} is not known`);
  return expected;
}

function scriptOf(url: string, hash: string | null): HTMLScriptElement {
  const script = document.createElement('script');
  if (hash !== null) script.integrity = hash;
  script.crossOrigin = 'anonymous';
  script.src = url;
  return script;
}

/**
 * Nothing of a remote runs in the page unless its hash is known. The entry brings the hashes of its own chunks.
 * @param hosts origins beside the page's own that remotes may come from
 */
export function integrityPlugin(hosts: readonly string[] = []) {
  const manifests = new Map<string, ExpectedManifest>();
  const entries = new Map<string, Expected>();
  const phases = new Map<string, LoadPhase>();

  /**
   * @throws Error for files of another origin: what runs here is delivered here or by an allowed host, or was asked for
   * by a developer
   */
  const manifestOf = ({ manifestUrl, override }: Files): URL => {
    const manifest = new URL(manifestUrl, location.href);
    const origins = override === undefined ? [location.origin, ...hosts] : [override];
    if (!origins.includes(manifest.origin))
      throw new Error(`Refused: ${manifestUrl} is not delivered by ${origins.join(' or ')}`);
    return manifest;
  };

  return {
    plugin: refusing({ manifests, entries, phases }),
    manifestOf,
    /** @throws Error as `manifestOf` does */
    expect(files: Files): void {
      const { integrity, override } = files;
      const manifest = manifestOf(files);
      const wasGivenUp = manifests.get(manifest.href)?.fetching.signal.aborted ?? false;
      manifests.set(manifest.href, {
        hash: override === undefined ? integrity.manifest : null,
        manifest: manifest.href,
        fetching: new AbortController(),
        cache: wasGivenUp ? 'reload' : 'default',
      });
      entries.set(entryOf(manifest), {
        hash: override === undefined ? integrity.entry : null,
        manifest: manifest.href,
      });
      phases.set(manifest.href, 'manifest');
    },
    /**
     * Ends the way of these files: one that came late would come in the place of the version that is asked for by then.
     * @returns the address of the entry, where that is what did not come
     */
    giveUp({ manifestUrl }: Files): string | undefined {
      const manifest = new URL(manifestUrl, location.href);
      manifests.get(manifest.href)?.fetching.abort();
      return phases.get(manifest.href) === 'entry' ? entryOf(manifest) : undefined;
    },
    /** How far these files have come. */
    phaseOf: ({ manifestUrl }: Files): LoadPhase => phases.get(new URL(manifestUrl, location.href).href) ?? 'manifest',
  };
}

interface Known {
  readonly manifests: ReadonlyMap<string, ExpectedManifest>;
  readonly entries: ReadonlyMap<string, Expected>;
  /** How far the files of each manifest have come. */
  readonly phases: Map<string, LoadPhase>;
}

/** Asks for files with the hashes that are known, and for no others. */
function refusing({ manifests, entries, phases }: Known): ModuleFederationRuntimePlugin {
  return {
    name: 'pagecast-integrity',
    async fetch(url, init) {
      const { hash, manifest, fetching, cache } = known(manifests, url);
      const answer = await fetch(url, {
        ...init,
        cache,
        signal: fetching.signal,
        credentials: 'same-origin',
        ...(hash !== null && { integrity: hash }),
      });
      phases.set(manifest, 'entry');
      return answer;
    },
    createScript({ url, remoteInfo }) {
      const { hash, manifest } = known(entries, url);
      const script = scriptOf(url, hash);
      script.addEventListener('load', () => {
        if (script.isConnected) phases.set(manifest, 'module');
        // Nobody waits for it any more: the version that is asked for now must not be taken for there.
        else if (remoteInfo !== undefined) Reflect.set(window, remoteInfo.entryGlobalName, undefined);
      });
      return script;
    },
  };
}
