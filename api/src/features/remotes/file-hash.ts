import { createHash } from 'node:crypto';

/** As `integrity` attributes have it. */
export function integrityOf(bytes: Buffer): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}
