import { randomUUID } from 'node:crypto';
import { joined } from '../http/streamed-blob.ts';

/** By the name of their field. Their bytes are read chunk by chunk, never whole. */
export type Files = Readonly<Record<string, Blob>>;

/**
 * A form with files as one blob of known length, and the type that names its boundary. Where a file cannot be read any
 * more, the call fails with that: fetch given a FormData leaves the failure to nobody, which ends a process, and waits
 * for ever.
 */
export function formBody(fields: URLSearchParams, files: Files): { readonly body: Blob; readonly type: string } {
  const boundary = `pagecast-${randomUUID()}`;
  const part = (name: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const body = joined([
    ...[...fields].map(([name, value]) => `${part(name)}${value}\r\n`),
    ...Object.entries(files).flatMap(([name, file]) => [
      part(name, `; filename="${name}"\r\nContent-Type: ${file.type || 'application/octet-stream'}`),
      file,
      '\r\n',
    ]),
    `--${boundary}--\r\n`,
  ]);
  return { body, type: `multipart/form-data; boundary=${boundary}` };
}

/** Whether a call failed because a file that it was to send could not be read. */
export function isFileUnreadable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause.name === 'NotReadableError') return true;
  return false;
}
