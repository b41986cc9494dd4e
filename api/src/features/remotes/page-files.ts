import path from 'node:path';

/** Placeholders of the shell's page: what to fetch early, and the registry of areas. */
export const HEAD = '<!--pagecast:head-->';
export const REMOTES = '<!--pagecast:remotes-->';

/** A name that changes with the bytes: whoever has the file may keep it for good. */
export const HASHED = /\.[0-9a-f]{8,}\.\w+$/;

/** A file that the shell's page names. */
interface PageFile {
  /** Its name in the folder of the build. */
  readonly file: string;
  /** A script or a style: without it, or with another one in its place, nothing works. */
  readonly isCode: boolean;
  /** The hash that browsers check it by. */
  readonly integrity: string | null;
}

const TAG = /<(?:script|link)\b[^>]*>/g;
const ADDRESS = /\s(?:src|href)="\/([^"]*)"/;
const INTEGRITY = /\sintegrity="([^"]*)"/;

/** What comes with the shell's page, as the page says it. */
export function filesOfPage(html: string): PageFile[] {
  return Array.from(html.matchAll(TAG), ([tag]) => ({
    file: ADDRESS.exec(tag)?.[1],
    integrity: INTEGRITY.exec(tag)?.[1] ?? null,
  })).flatMap(({ file, integrity }) =>
    file === undefined ? [] : [{ file, isCode: /^\.(js|css)$/.test(path.posix.extname(file)), integrity }],
  );
}
