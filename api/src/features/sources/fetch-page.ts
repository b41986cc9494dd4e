import { SOURCE_LIMIT_BYTES } from '../../contract/sources.ts';
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
  return async function fetchPage(address: string): Promise<FetchedPage> {
    const signal = AbortSignal.timeout(WITHIN_MS);
    const before = respectingRobots(get, headers, signal);
    const answer = await get(address, { headers, before, signal });
    const contentType = answer.headers['content-type'] ?? null;
    const flaw = flawOf(answer.status) ?? (contentType !== null && !READABLE.test(contentType) ? 'not-text' : null);
    if (flaw === null && Number(answer.headers['content-length'] ?? 0) <= SOURCE_LIMIT_BYTES)
      return { url: answer.url, contentType, bytes: await bytesWithin(answer, SOURCE_LIMIT_BYTES) };
    answer.end();
    throw new SourceFlawError(flaw ?? 'too-large');
  };
}

function flawOf(status: number): SourceFlaw | null {
  if (status === 200) return null;
  return FLAWS[status] ?? (status >= 500 ? 'busy' : 'refused');
}
