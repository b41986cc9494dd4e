import { FILE_NAME_LIMIT } from '../../contract/media.ts';

/** What a file is called, in the letters that a name may have, without folders; null for what is no name. */
export function fileNameIn(given: string | null | undefined): string | null {
  const last = (given ?? '').normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const name = last
    .replaceAll(/[\p{Cc}\p{Cs}\uFFFD\u202A-\u202E\u2066-\u2069]/gu, '')
    .trim()
    .slice(0, FILE_NAME_LIMIT);
  return name === '' ? null : name.toWellFormed().replaceAll('\uFFFD', '');
}

/** What a file is called at its address. */
export function fileNameAt(address: string): string | null {
  const last = new URL(address).pathname.split('/').at(-1) ?? '';
  try {
    return fileNameIn(decodeURIComponent(last));
  } catch {
    return fileNameIn(last);
  }
}
