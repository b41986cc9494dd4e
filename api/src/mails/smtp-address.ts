import { isIP } from 'node:net';

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };
/** One that has fallen silent holds up nothing but mails, and those not for long. */
export const SMTP_TIMEOUT_MS = 10_000;

/** How a mail server is reached. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; else the line is made safe where the server offers it. */
  readonly secure: boolean;
  /** A line that stays open to read is given up. */
  readonly requireTLS: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | null;
}

/**
 * Reads `smtp://user:password@host:port` or `smtps://…`. A password crosses no network in the clear.
 * @returns null when it is no such address
 */
export function readSmtpUrl(address: string): SmtpServer | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const preset = DEFAULT_PORTS[url.protocol];
  if (preset === undefined || url.hostname === '' || url.search !== '' || url.hash !== '') return null;
  if (url.pathname !== '' && url.pathname !== '/') return null;
  const parts = decoded(url);
  if (parts === null) return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'smtps:';
  const auth = parts.user === '' ? null : parts;
  return {
    host,
    port: url.port === '' ? preset : Number(url.port),
    secure,
    requireTLS: !secure && auth !== null && !isLoopback(host),
    auth,
  };
}

function decoded({ username, password }: URL): { user: string; pass: string } | null {
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    return null;
  }
}

function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    (isIP(host) === 4 && host.startsWith('127.'))
  );
}
