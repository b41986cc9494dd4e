import type { LoadPhase, RemoteRelease } from '@pagecast/api/contract';

export type Files = Pick<RemoteRelease, 'manifestUrl' | 'integrity' | 'override' | 'passport'>;

/** A browser checks nothing by what it cannot read as a hash. */
const HASH = /^sha384-[A-Za-z0-9+/]+$/;

/** `hash` is null for what a developer has on their machine: it changes with every edit. */
interface Expected {
  readonly hash: string | null;
  /** Ends when these files are given up. */
  readonly wait: AbortController;
}
interface ExpectedManifest extends Expected {
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

/** Runs a script that leaves something under a global name. @returns what that is */
function run(script: HTMLScriptElement, name: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => {
      const left: unknown = Reflect.get(window, name);
      // Each version leaves its own there, and nobody waits any more for one that was taken out meanwhile.
      Reflect.set(window, name, undefined);
      if (!script.isConnected) return;
      script.remove();
      resolve(left);
    });
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`${script.src} did not come, or not as it was released`));
    });
    document.head.append(script);
  });
}

/**
 * Nothing of a remote runs in the page unless its hash is known. The entry brings the hashes of its own chunks.
 * @param hosts origins beside the page's own that remotes may come from
 */
export function integrityGuard(hosts: readonly string[] = []) {
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
    manifestOf,
    /** @throws Error as `manifestOf` does */
    expect(files: Files): void {
      const { integrity, override } = files;
      const manifest = manifestOf(files);
      const wasGivenUp = manifests.get(manifest.href)?.wait.signal.aborted ?? false;
      const wait = new AbortController();
      manifests.set(manifest.href, {
        hash: override === undefined ? integrity.manifest : null,
        wait,
        cache: wasGivenUp ? 'reload' : 'default',
      });
      entries.set(entryOf(manifest), { hash: override === undefined ? integrity.entry : null, wait });
      phases.set(manifest.href, 'manifest');
    },
    /**
     * Ends the way of these files: one that came late would come in the place of the version that is asked for by then.
     * @returns the address of the entry, where that is what did not come
     */
    giveUp({ manifestUrl }: Files): string | undefined {
      const manifest = new URL(manifestUrl, location.href);
      manifests.get(manifest.href)?.wait.abort();
      return phases.get(manifest.href) === 'entry' ? entryOf(manifest) : undefined;
    },
    /** How far these files have come. */
    phaseOf: ({ manifestUrl }: Files): LoadPhase => phases.get(new URL(manifestUrl, location.href).href) ?? 'manifest',

    /** @returns what stands in the manifest of these files */
    async readManifest({ manifestUrl }: Files): Promise<unknown> {
      const { hash, wait, cache } = known(manifests, manifestUrl);
      const { href } = new URL(manifestUrl, location.href);
      const answer = await fetch(href, {
        cache,
        signal: wait.signal,
        credentials: 'same-origin',
        ...(hash !== null && { integrity: hash }),
      });
      if (!answer.ok) throw new Error(`${href} answers ${answer.status}`);
      return (await answer.json()) as unknown;
    },

    /** Runs the entry of these files. @returns what it leaves under the name of its container */
    async runEntry(files: Files, container: string): Promise<unknown> {
      const manifest = manifestOf(files);
      const url = entryOf(manifest);
      phases.set(manifest.href, 'entry');
      const { hash, wait } = known(entries, url);
      wait.signal.throwIfAborted();
      const left = await run(scriptOf(url, hash), container);
      phases.set(manifest.href, 'module');
      return left;
    },
  };
}
