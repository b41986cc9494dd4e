import { SOURCE_LIMIT_BYTES } from '../../contract/file-limits.ts';
import type { IncomingHttpHeaders } from 'node:http';
import type { PublicGet } from '../../http/public-get.ts';
import { bytesWithin } from './bytes-within.ts';
import { respectingRobots } from './robots.ts';
import { SourceFlawError, type SourceFlaw } from './source-flaws.ts';

/** In all: the rules of the site, redirects and the page. */
const WITHIN_MS = 20_000;
const READABLE =
  /^(text\/|application\/(xhtml\+xml|pdf|vnd\.openxmlformats-officedocument\.wordprocessingml\.document)|.*\+xml|application\/(rss|atom|rdf|xml))/i;
const FLAWS: Readonly<Record<number, SourceFlaw>> = {
  401: 'needs-login',
  402: 'needs-login',
  404: 'gone',
  410: 'gone',
  429: 'busy',
  503: 'busy',
};

/** A page as it came. */
export interface FetchedPage {
  readonly url: URL;
  readonly contentType: string | null;
  readonly bytes: Buffer;
  /** By which its site tells whether it has changed. */
  readonly state: PageState;
}

export interface PageState {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Who we say that we are. */
export function sourceHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    'user-agent': `Pagecast/1.0 (+${publicUrl})`,
    accept: 'text/html, application/xhtml+xml, application/pdf;q=0.9, text/plain;q=0.9, */*;q=0.5',
    'accept-encoding': 'identity',
  };
}

/** Fetches a page that anybody can read, where its site lets programs. @throws SourceFlawError FetchFlawError */
export function fetchingPages(get: PublicGet, headers: Readonly<Record<string, string>>) {
  /** @param since as it was last time @returns null where it has not changed since then */
  async function fetchChanged(address: string, since: PageState): Promise<FetchedPage | null> {
    const signal = AbortSignal.timeout(WITHIN_MS);
    const before = respectingRobots(get, headers, signal);
    const answer = await get(address, { headers: { ...headers, ...conditionsOf(since) }, before, signal });
    if (answer.status === 304 && (since.etag ?? since.lastModified) !== null) {
      answer.end();
      return null;
    }
    const contentType = answer.headers['content-type'] ?? null;
    const flaw = flawOf(answer.status) ?? (contentType !== null && !READABLE.test(contentType) ? 'not-text' : null);
    if (flaw === null && Number(answer.headers['content-length'] ?? 0) <= SOURCE_LIMIT_BYTES)
      return {
        url: answer.url,
        contentType,
        bytes: await bytesWithin(answer, SOURCE_LIMIT_BYTES),
        state: stateOf(answer.headers),
      };
    answer.end();
    throw new SourceFlawError(flaw ?? 'too-large');
  }

  return {
    fetchChanged,

    async fetchPage(address: string): Promise<FetchedPage> {
      const page = await fetchChanged(address, { etag: null, lastModified: null });
      if (page === null) throw new SourceFlawError('broken');
      return page;
    },
  };
}

/** Longer ones are not kept: they would be sent with each question. */
const STATE_LENGTH = 500;
function stateOf({ etag, 'last-modified': lastModified }: IncomingHttpHeaders): PageState {
  const kept = (value: string | undefined) => (value === undefined || value.length > STATE_LENGTH ? null : value);
  return { etag: kept(etag), lastModified: kept(lastModified) };
}

function conditionsOf({ etag, lastModified }: PageState): Record<string, string> {
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  };
}

function flawOf(status: number): SourceFlaw | null {
  if (status === 200) return null;
  return FLAWS[status] ?? (status >= 500 ? 'busy' : 'refused');
}
