import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { PREVIEW_PATH, type PreviewLink } from '../../contract/release-previews.ts';
import { NotFoundError, RefusedError } from '../../http/errors.ts';
import type { RequestFacts } from '../../http/handle.ts';

/** A review of a change may take a week. */
const MS = 7 * 24 * 3_600_000;
/** One of each area fits many times. */
const MOST = 20;

/** A version that a browser is shown before it is current. */
export interface Preview {
  readonly name: string;
  readonly version: string;
  readonly expiresAt: Date;
}

/** What a link carries. */
interface Linked {
  readonly name: string;
  readonly version: string;
  /** When it expires, and our signature. */
  readonly key: string;
}

interface Cookies {
  get(name: string): string | undefined;
}

/**
 * Links that show one version to whoever has them, and what a browser was led to by them. Both are signed, and nothing
 * of them is stored: a link ends by its time, or with its version.
 */
export function previews({ secretKey, publicUrl }: { secretKey: string; publicUrl: string }) {
  const cookieName = `${publicUrl.startsWith('https:') ? '__Host-' : ''}pagecast_previews`;
  const signingKey = Buffer.from(hkdfSync('sha256', secretKey, '', 'pagecast release preview', 32));
  const sign = (name: string, version: string, until: string) =>
    createHmac('sha256', signingKey).update(`${name} ${version} ${until}`).digest('base64url');

  /** @returns null for what we did not sign */
  function signed({ name, version, key }: Linked): Preview | null {
    const [until = '', signature = ''] = key.split('.');
    const [expected, given] = [Buffer.from(sign(name, version, until)), Buffer.from(signature)];
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
    return { name, version, expiresAt: new Date(Number.parseInt(until, 36) * 1000) };
  }

  /** The links that this browser was led by and that are good still. */
  function linksOf(cookies: Cookies): (Linked & Preview)[] {
    const parts = (cookies.get(cookieName) ?? '').split('|').slice(0, MOST);
    return parts.flatMap((part) => {
      const [name = '', version = '', key = ''] = part.split('/');
      const preview = signed({ name, version, key });
      return preview !== null && isOpen(preview) ? [{ ...preview, key }] : [];
    });
  }

  return {
    link(name: string, version: string): PreviewLink {
      const expiresAt = new Date(Math.floor((Date.now() + MS) / 1000) * 1000);
      const until = (expiresAt.getTime() / 1000).toString(36);
      const url = new URL(PREVIEW_PATH, publicUrl);
      url.search = new URLSearchParams({ of: name, version, key: `${until}.${sign(name, version, until)}` }).toString();
      return { url: url.href, expiresAt: expiresAt.toISOString() };
    },

    /** @throws NotFoundError for what is no link of ours, RefusedError for one that has expired */
    read(linked: Linked): Preview {
      const preview = signed(linked);
      if (preview === null)
        throw new NotFoundError("This preview link doesn't work. Copy the whole of it, or ask for a new one.");
      if (!isOpen(preview)) throw new RefusedError('This preview link has expired. Ask whoever sent it for a new one.');
      return preview;
    },

    /** From now on this browser is shown that version, and no other one of the same area. */
    open({ cookies }: Pick<RequestFacts, 'cookies'>, linked: Linked): void {
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

function isOpen({ expiresAt }: Preview): boolean {
  return expiresAt.getTime() > Date.now();
}
