import path from 'node:path';
import { RemoteHosts } from '../../api/src/config/config.ts';
import { OWN_RELEASES, releasePath } from '../../api/src/features/remotes/built-release.ts';
import { releaseFiles } from '../../api/src/features/remotes/release-files.ts';
import { ADMIN_REMOTE } from '../../api/src/features/remotes/remotes.routes.ts';
import { verifyServed } from '../../api/src/features/remotes/served-files.ts';
import { productSettings } from '../parts.ts';
import type { Registry } from './registry.ts';
import { runningProduct, withReleaseServer } from './server.ts';

interface Version {
  readonly name: string;
  readonly version: string;
}

/** Where the files of a release are kept and served. */
export interface ReleasePlace {
  /** Of the addresses that pages load them from. */
  readonly base: string;
  put(dist: string, of: Version): Promise<void>;
  /** @returns how many files were asked for @throws Error that names one which pages would not get */
  verify(dist: string, of: Version): Promise<number>;
  /** Takes away what came to nothing. @param isTrial it was not meant to stay */
  abandon(of: Version, isTrial: boolean): Promise<void>;
}

/** The product delivers them itself. */
export function ownPlace({ files, remotes, releasesDir }: Registry): ReleasePlace {
  return {
    base: OWN_RELEASES,
    put: files.copyOnce,
    async verify(dist, of) {
      const check = (origin: string) => verifyServed(dist, `${origin}${OWN_RELEASES}/${releasePath(of)}`);
      // Files for administrators are shown to no command.
      const product = of.name === ADMIN_REMOTE ? null : await runningProduct();
      if (product === null) return withReleaseServer({ remotes, releasesDir }, check);
      return check(product).catch((error: Error) => {
        throw new Error(
          `${error.message}\nA product runs there. If it is this one, give this command its DATA_DIR (here: ${releasesDir}); if it is another, say with PORT or PUBLIC_URL where this one is.`,
        );
      });
    },
    // Under this version other bytes may come yet.
    abandon: (of) => files.remove(of),
  };
}

/**
 * Another host delivers them: a CDN, a bucket.
 * @param folder that the host takes its files from; left out, they have been brought there
 * @throws Error when pages would not take them from there
 */
export async function outsidePlace(name: string, baseUrl: string, folder: string | undefined): Promise<ReleasePlace> {
  const base = baseOf(baseUrl);
  const { origin } = new URL(base);
  if (name === ADMIN_REMOTE)
    throw new Error(
      `${name} is for administrators, and ${origin} shows its files to everybody: release it without --base-url.`,
    );
  const hosts = RemoteHosts.safeParse(process.env['REMOTE_HOSTS'] ?? '');
  if (!hosts.success || !hosts.data.includes(origin))
    throw new Error(
      `Pages take remotes from ${origin} only when REMOTE_HOSTS names it, for the product and for this command.`,
    );
  await assertLetIn(origin);
  const files = folder === undefined ? null : releaseFiles(folder, { isPublic: true });
  let hasPut = false;
  return {
    base,
    async put(dist, of) {
      hasPut = files !== null && !(await files.has(of));
      await files?.copyOnce(dist, of);
    },
    verify: (dist, of) =>
      verifyServed(dist, `${base}/${releasePath(of)}`, new URL(productSettings().publicUrl).origin).catch(
        (error: Error) => {
          throw new Error(
            `${error.message}\nWhen the files of ${folder === undefined ? dist : path.join(folder, releasePath(of))} are at ${base}/${releasePath(of)}, run this again.`,
          );
        },
      ),
    // Else they stay: they may have to be brought to the host first.
    async abandon(of, isTrial) {
      if (hasPut && isTrial) await files?.remove(of);
    },
  };
}

function baseOf(url: string): string {
  const { protocol, origin, pathname, search, hash, username } = URL.canParse(url)
    ? new URL(url)
    : ({ protocol: '' } as URL);
  if (!/^https?:$/.test(protocol) || search + hash + username !== '')
    throw new Error(`--base-url must be an address such as https://cdn.example.com/pagecast; it is "${url}".`);
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

/** @throws Error when the product runs and its pages would refuse what comes from `origin` */
async function assertLetIn(origin: string): Promise<void> {
  const product = await runningProduct();
  const policy = product === null ? null : (await fetch(product)).headers.get('content-security-policy');
  if (policy !== null && !policy.split(/[ ;]+/).includes(origin))
    throw new Error(
      `The product that runs at ${product} does not let its pages load from ${origin}: start it anew with REMOTE_HOSTS=${origin}.`,
    );
}
