import { MAX_FRAMES, type Frame } from '@pagecast/api/contract';

/** A place at the end of a line of a stack, as each browser writes it. */
const PLACE = /([a-z][a-z-]*:\/\/[^\s()]+):(\d+):(\d+)\)?$/;
const LONGEST = 300;

/**
 * The places of a stack in our own files, without names of functions and without what addresses say behind `?`.
 * @param hosts origins beside the page's own that areas may come from
 * @returns null where it begins in code of somebody else, as an extension's
 */
export function readStack(error: unknown, hosts: readonly string[]): Frame[] | null {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return [];
  const places = error.stack.replace(error.message, '').split('\n').flatMap(placeIn);
  const frames = places.map(({ url, ...place }) => {
    const file = fileOf(url, hosts);
    return file === null ? null : { file, ...place };
  });
  if (frames[0] === null) return null;
  return frames.filter((frame) => frame !== null).slice(0, MAX_FRAMES);
}

/** The place that the browser tells of an error without a stack. */
export function readPlace({ filename, lineno, colno }: ErrorEvent, hosts: readonly string[]): Frame[] | null {
  const file = fileOf(filename, hosts);
  return file === null ? null : [{ file, line: lineno, column: colno }];
}

function placeIn(line: string): { url: string; line: number; column: number }[] {
  const [, url, row, column] = PLACE.exec(line.trim()) ?? [];
  return url === undefined ? [] : [{ url, line: Number(row), column: Number(column) }];
}

/** Null for what is not ours. */
function fileOf(url: string, hosts: readonly string[]): string | null {
  if (!URL.canParse(url)) return null;
  const { origin, pathname } = new URL(url);
  if (pathname.length > LONGEST - 100) return null;
  if (origin === location.origin) return pathname;
  return hosts.includes(origin) ? origin + pathname : null;
}
