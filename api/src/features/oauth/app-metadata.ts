import * as z from 'zod';

/**
 * What an app says of itself when it registers. What we do not use is not kept, and nothing of it is fetched or shown
 * as a link.
 */
const Given = z.object({
  client_name: z.string().max(500).optional(),
  redirect_uris: z.array(z.string().max(500)).min(1).max(10),
  grant_types: z.array(z.string().max(100)).max(10).optional(),
});

export interface AppMetadata {
  readonly client_name: string;
  readonly redirect_uris: string[];
  readonly application_type: 'web' | 'native';
  readonly grant_types: string[];
  readonly response_types: string[];
  readonly token_endpoint_auth_method: 'none';
}

/** By RFC 7591. */
export class MetadataError extends Error {
  override readonly name = 'MetadataError';
  readonly code: 'invalid_redirect_uri' | 'invalid_client_metadata';
  constructor(code: MetadataError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const GRANTS = ['authorization_code', 'refresh_token'];
const LONGEST_NAME = 60;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** Editors that assistants live in. Others name their scheme after a domain of theirs, as RFC 8252 says. */
const KNOWN_SCHEMES = ['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:', 'zed:', 'claude:', 'raycast:', 'goose:'];
const SCHEME_OF_DOMAIN = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/;

/** @throws MetadataError */
export function readAppMetadata(given: unknown): AppMetadata {
  const read = Given.safeParse(given);
  if (!read.success) throw flawOf(read.error);
  const { client_name: name = '', redirect_uris: uris, grant_types: grants = GRANTS } = read.data;
  const addresses = uris.map((uri) => ({ uri, ...checkRedirect(uri) }));
  return {
    client_name: plainName(name),
    redirect_uris: [...new Set(uris)],
    // To the library, only a program on somebody's own machine may be answered there, at any port.
    application_type: addresses.some(({ isOnDevice }) => isOnDevice) ? 'native' : 'web',
    grant_types: ['authorization_code', ...(grants.includes('refresh_token') ? ['refresh_token'] : [])],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

function flawOf({ issues: [issue] }: z.ZodError): MetadataError {
  const field = String(issue?.path[0] ?? 'body');
  return new MetadataError(
    field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata',
    `${field}: ${issue?.message ?? 'is not valid'}`,
  );
}

function checkRedirect(uri: string): { isOnDevice: boolean } {
  const refuse = (why: string) => new MetadataError('invalid_redirect_uri', `redirect_uris: ${why}`);
  const url = URL.parse(uri);
  // Browsers read these characters in ways of their own.
  if (url === null || !/^[!-~]+$/.test(uri) || /[\\#<>"`]/.test(uri)) throw refuse('must be plain absolute addresses');
  if (url.username !== '' || url.password !== '') throw refuse('must not contain a user name');
  if (url.protocol === 'https:') {
    if (LOOPBACK.includes(url.hostname)) throw refuse('must use http on your own machine');
    return { isOnDevice: false };
  }
  const isLoopback = url.protocol === 'http:' && LOOPBACK.includes(url.hostname);
  const isOfApp = SCHEME_OF_DOMAIN.test(url.protocol) || KNOWN_SCHEMES.includes(url.protocol);
  if (!isLoopback && !isOfApp)
    throw refuse('must be https, http on localhost, or a scheme of your own such as com.example.app');
  return { isOnDevice: true };
}

/** A name that anybody could have written, on one line and without what turns text around or hides in it. */
export function plainName(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const shown = plain
    .slice(0, LONGEST_NAME)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trim();
  return shown === '' ? 'Unnamed app' : shown;
}

/** Where the answer goes, for people: a host, or an app on the device they hold. */
export function describeRedirect(uri: string): { readonly place: string; readonly isOnDevice: boolean } {
  const url = new URL(uri);
  if (url.protocol === 'https:') return { place: url.host, isOnDevice: false };
  if (url.protocol === 'http:') return { place: `a program on this computer (${url.host})`, isOnDevice: true };
  return { place: `the app on this device that opens ${url.protocol} addresses`, isOnDevice: true };
}
