import { SOURCE_LIMIT_BYTES } from '../../contract/file-limits.ts';
import { InvalidInputError } from '../../http/errors.ts';
import { FetchFlawError } from '../../http/public-get.ts';
import type { AddressFlaw } from '../../http/post-public.ts';
import type { TextFlaw } from './reading/read-text.ts';

/** Why a page or a file is no source. */
export type SourceFlaw =
  | AddressFlaw
  | TextFlaw
  | 'robots'
  | 'robots-unknown'
  | 'gone'
  | 'refused'
  | 'busy'
  | 'slow'
  | 'unreachable'
  | 'not-text'
  | 'too-large';

export class SourceFlawError extends Error {
  readonly flaw: SourceFlaw;
  constructor(flaw: SourceFlaw, options?: ErrorOptions) {
    super(flaw, options);
    this.flaw = flaw;
  }
}

const MEGABYTES = SOURCE_LIMIT_BYTES / 1024 / 1024;
const PASTE = 'Copy the text that you need, and paste it as your topic.';
/** What happened, and what to do about it. What the other side said is none of anybody's business. */
const OF_LINK: Readonly<Record<SourceFlaw, string>> = {
  address: 'This is not a web address. Paste one that begins with https:// or http://.',
  scheme: 'This is not a web address. Paste one that begins with https:// or http://.',
  credentials: 'There is a name or password in this address. Paste one without.',
  port: "We can't open the port in this address. Paste one without a port.",
  private: 'This address is in a private network. Choose a page that anyone can open.',
  robots: `This site asks programs not to read this page (robots.txt), so we didn't. ${PASTE}`,
  'robots-unknown':
    "We couldn't read this site's rules for programs (robots.txt), so we didn't read the page. Try again later.",
  gone: 'There is no page at this address any more. Check the address.',
  refused: `This site doesn't let us read this page. ${PASTE}`,
  busy: 'This site is busy or down right now. Try again in a few minutes.',
  slow: 'This site takes too long to answer. Try again later, or paste the text as your topic.',
  unreachable: "We can't reach this address. Check it, or try again later.",
  'needs-login': `People need to log in to read this page, so we can't read it. ${PASTE}`,
  'not-text': 'There is no page of text at this address. Choose an article, a PDF or a Word document.',
  binary: 'There is no page of text at this address. Choose an article, a PDF or a Word document.',
  'no-text': `We found no article at this address. If you can see one, its text comes by a script. ${PASTE}`,
  password: 'This PDF has a password. Choose one without.',
  broken: `We can't make out what this address sends. ${PASTE}`,
  'no-feed': 'There is no RSS or Atom feed at this address. Look for a link called RSS, Atom or Feed on the site.',
  'too-complex': `This page takes too much to open. ${PASTE}`,
  'too-large': `This page is larger than ${MEGABYTES} MB, so we didn't read it. ${PASTE}`,
};

const OF_FILE: Readonly<Partial<Record<SourceFlaw, string>>> = {
  binary: "We can't read this file as text. Choose a .txt, .md, .docx, .pdf or .html file.",
  'no-text': 'There is no text in this file. If it is a scan, copy its text into a .txt file, then choose that one.',
  'needs-login': 'There is no article in this file, only a login. Save the page once you are logged in.',
  password: 'This PDF has a password. Save it without one, then choose it again.',
  broken: 'This file is damaged or incomplete. Save it again, then choose the new file.',
  'too-complex': 'This file takes too much to open. Copy its text into a .txt file, then choose that one.',
  'too-large': `This file is larger than ${MEGABYTES} MB. Choose a smaller one.`,
};

const OF_FEED: Readonly<Partial<Record<SourceFlaw, string>>> = {
  robots: "This site asks programs not to read this feed (robots.txt), so we don't.",
  'robots-unknown': "We couldn't read this site's rules for programs (robots.txt), so we didn't read the feed.",
  gone: 'There is no feed at this address any more. Look for its new address on the site.',
  refused: "This site doesn't let us read this feed.",
  busy: 'This site is busy or down right now.',
  slow: 'This site takes too long to answer.',
  unreachable: "We can't reach this address.",
  'needs-login': "People need to log in to read this feed, so we can't.",
  'not-text': 'There is no RSS or Atom feed at this address. Look for a link called RSS, Atom or Feed on the site.',
  broken: "We can't make out what this address sends.",
  'too-complex': 'This feed takes too much to open.',
  'too-large': `This feed is larger than ${MEGABYTES} MB.`,
};

/** What a person looks at: a page, a file, or a feed. */
export type Looked = 'address' | 'file' | 'feed';

export function sentenceOf(flaw: SourceFlaw, of: Looked): string {
  const own = { address: {}, file: OF_FILE, feed: OF_FEED }[of] as typeof OF_FILE;
  return own[flaw] ?? OF_LINK[flaw];
}

/** What went wrong on the way, as what it is for a source; null for what is nobody's doing but ours. */
export function flawIn(error: unknown): SourceFlaw | null {
  if (error instanceof SourceFlawError) return error.flaw;
  if (!(error instanceof FetchFlawError)) return null;
  if (error.tookTooLong) return 'slow';
  return error.address ?? error.flaw;
}

/** @returns what the person is told; any other error as it is */
export function told(error: unknown, of: Looked): unknown {
  const flaw = flawIn(error);
  if (flaw === null) return error;
  const message = sentenceOf(flaw, of);
  return new InvalidInputError(
    message,
    { issues: [{ path: of === 'feed' ? 'address' : of, message }], flaw },
    { cause: error },
  );
}
