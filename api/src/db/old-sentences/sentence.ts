import { FacebookFault } from '../../contract/pages.ts';

/** What stands in the gaps of a sentence, by their names. */
export type Gaps = Readonly<Record<string, string>>;

const GAP = /\{(\w+)\}/g;
/** Gaps that hold something else than any words. */
const SHAPES: Readonly<Record<string, string>> = {
  minutes: '\\d+',
  number: '\\d+',
  dollars: '\\d+\\.\\d\\d',
  network: 'Facebook|The tech site',
  posts: '(?:its|your|your \\d+)',
  stay: 'stays?',
};

/**
 * A sentence as an earlier release wrote it, with gaps in curly brackets: 'Reconnect {page}.' Answers what stands in
 * them, or null for another text.
 */
export function sentence(text: string): (written: string) => Gaps | null {
  const names: string[] = [];
  const pattern = text.split(GAP).map((part, n) => {
    if (n % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    // A gap that comes a second time holds the same again.
    if (names.includes(part)) return `\\${names.indexOf(part) + 1}`;
    names.push(part);
    return `(${SHAPES[part] ?? '[\\s\\S]*?'})`;
  });
  const whole = new RegExp(`^${pattern.join('')}$`);
  return (written) => {
    const found = whole.exec(written);
    return found === null ? null : Object.fromEntries(names.map((name, n) => [name, found[n + 1] ?? '']));
  };
}

/** One that was written, and what it says. */
export interface Reader<Meaning> {
  /** Under which it was kept. */
  readonly code: string;
  read(written: Written): Meaning | null;
}

/** What was kept in place of a code and its facts. */
export interface Written {
  readonly code: string;
  readonly message: string;
  readonly action: string | null;
  /** When it was written. */
  readonly at: Date;
  /** Of 1, of files on their way. */
  readonly share?: number;
  readonly postId?: number;
  readonly ofLogin?: true;
  readonly facebook?: { readonly code: number; readonly subcode: number | null; readonly traceId: string | null };
}

export const NO_WORDS = 'Something stands in the way that this version of Pagecast has no words for.';

/** What stands in a row, which may be anything, and when it was written. */
export interface Stored extends Readonly<Partial<Record<keyof Written, unknown>>> {
  readonly at: Date;
}

/** The same as far as it says anything: somebody's own statement may have left it, or a version that is yet to come. */
export function writtenOf({ at, ...given }: Stored): Written {
  const facebook = FacebookFault.safeParse(given.facebook);
  return {
    code: typeof given.code === 'string' ? given.code : 'other',
    message: typeof given.message === 'string' ? given.message : NO_WORDS,
    action: typeof given.action === 'string' ? given.action : null,
    at,
    ...(typeof given.share === 'number' ? { share: given.share } : {}),
    ...(typeof given.postId === 'number' ? { postId: given.postId } : {}),
    ...(given.ofLogin === true ? { ofLogin: true as const } : {}),
    ...(facebook.success ? { facebook: facebook.data } : {}),
  };
}

/** Any of these texts, kept under `code`, means `meaning` of its gaps. */
export function reader<Meaning>(
  code: string,
  texts: string | readonly string[],
  meaning: (gaps: Gaps, written: Written) => Meaning,
): Reader<Meaning> {
  const sentences = [texts].flat().map(sentence);
  return {
    code,
    read(written) {
      for (const match of sentences) {
        const gaps = match(written.message);
        if (gaps !== null) return meaning(gaps, written);
      }
      return null;
    },
  };
}

/** So many minutes after it was written. */
export function minutesAfter({ at }: Written, minutes: string | undefined): string {
  return new Date(at.getTime() + Number(minutes) * 60_000).toISOString();
}
