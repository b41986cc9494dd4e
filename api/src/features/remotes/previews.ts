import { PREVIEW_PATH, type PreviewLink } from '../../contract/release-previews.ts';
import type { Keys } from '../../db/keyring.ts';
import { NotFoundError, RefusedError } from '../../http/errors.ts';
import type { RequestFacts } from '../../http/handle.ts';
import { isGood, versionKeys, type Granted, type Signed } from './signed-version.ts';

/** A review of a change may take a week. */
const MS = 7 * 24 * 3_600_000;
/** One of each area fits many times. */
const MOST = 20;

/** A version that a browser is shown before it is current. */
export type Preview = Granted;

interface Cookies {
  get(name: string): string | undefined;
}

/**
 * Links that show one version to whoever has them, and what a browser was led to by them. Both are signed, and nothing
 * of them is stored: a link ends by its time, or with its version.
 */
export function previews({ keys: given, publicUrl }: { keys: Keys; publicUrl: string }) {
  const cookieName = `${publicUrl.startsWith('https:') ? '__Host-' : ''}pagecast_previews`;
  const keys = versionKeys(given, 'release preview');

  /** The links that this browser was led by and that are good still. */
  function linksOf(cookies: Cookies): (Signed & Preview)[] {
    const parts = (cookies.get(cookieName) ?? '').split('|').slice(0, MOST);
    return parts.flatMap((part) => {
      const [name = '', version = '', key = ''] = part.split('/');
      const preview = keys.read({ name, version, key });
      return preview !== null && isGood(preview) ? [{ ...preview, key }] : [];
    });
  }

  return {
    link(name: string, version: string): PreviewLink {
      const { key, expiresAt } = keys.make(name, version, MS);
      const url = new URL(PREVIEW_PATH, publicUrl);
      url.search = new URLSearchParams({ of: name, version, key }).toString();
      return { url: url.href, expiresAt: expiresAt.toISOString() };
    },

    /** @throws NotFoundError for what is no link of ours, RefusedError for one that has expired */
    read(linked: Signed): Preview {
      const preview = keys.read(linked);
      if (preview === null)
        throw new NotFoundError("This preview link doesn't work. Copy the whole of it, or ask for a new one.");
      if (!isGood(preview)) throw new RefusedError('This preview link has expired. Ask whoever sent it for a new one.');
      return preview;
    },

    /** From now on this browser is shown that version, and no other one of the same area. */
    open({ cookies }: Pick<RequestFacts, 'cookies'>, linked: Signed): void {
      const others = linksOf(cookies).filter(({ name }) => name !== linked.name);
      const kept = [linked, ...others].slice(0, MOST).map(({ name, version, key }) => `${name}/${version}/${key}`);
      // Each of them ends by its own time.
      cookies.set(cookieName, kept.join('|'), { maxAgeMs: MS });
    },

    /** What this browser is shown. */
    opened: (cookies: Cookies): Preview[] => linksOf(cookies),

    cookieName,
  };
}
export type Previews = ReturnType<typeof previews>;
