/** What sources name of others. */
export interface Mentions {
  /** Every name that may be one of a field: rather one too many than one too few. */
  readonly fields: ReadonlySet<string>;
  /** By module: what is imported of it; `*` for all of it. */
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>;
}

const COMMENT = /\/\*[^]*?\*\/|(?<=^|[\s;{}])\/\/.*$/gm;
/** Read with a dot, written before a colon, short for both in braces, an attribute of JSX, or looked up by a text. */
const FIELDS = [
  /\.\s*([a-z_$][\w$]*)/gi,
  /([a-z_$][\w$-]*)\s*\??:/gi,
  /[{,]\s*([a-z_$][\w$]*)\s*(?=[,}=])/gi,
  /\s([a-z_$][\w$-]*)(?==[{"'])/gi,
  // An attribute that is only named is on.
  /\s([a-z_$][\w$]*)(?=\s*\/?>|\s+[\w-]+[={/>])/gi,
  /(?<=(['"`]))([a-z_$][\w$-]*)(?=\1)/gi,
];
const IMPORT = /(?:^|[\s;])(?:import|export)\s+([^'"();]*?)\s*from\s*['"]([^'"]+)['"]/g;
const LATE_IMPORT = /\bimport\(\s*['"]([^'"]+)['"]/g;

/** @param sources TypeScript, or what it compiles to */
export function mentionsIn(sources: readonly string[]): Mentions {
  const fields = new Set<string>();
  const imports = new Map<string, Set<string>>();
  const add = (from: string, names: readonly string[]) =>
    imports.set(from, new Set([...(imports.get(from) ?? []), ...names]));
  for (const source of sources) {
    const code = source.replaceAll(COMMENT, ' ');
    for (const pattern of FIELDS) for (const match of code.matchAll(pattern)) fields.add(match.at(-1) ?? '');
    for (const [, what = '', from = ''] of code.matchAll(IMPORT)) add(from, importedNames(what));
    for (const [, from = ''] of code.matchAll(LATE_IMPORT)) add(from, ['*']);
  }
  return { fields, imports };
}

/** `type A, { B as C }` -> `B`: a default is none of ours. */
function importedNames(what: string): string[] {
  const inBraces = /\{([^}]*)\}/.exec(what)?.[1];
  if (inBraces === undefined) return ['*'];
  const names = inBraces.split(',').map(
    (one) =>
      one
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s+as\s+/)[0] ?? '',
  );
  return names.filter((name) => name !== '');
}
