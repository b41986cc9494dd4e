import type { BodyOf } from '../../api/src/contract/endpoint.ts';
import type { releaseVersion } from '../../api/src/contract/releases.ts';
import { RefusalError } from './product-call.ts';

type Wanted = BodyOf<typeof releaseVersion>;

/** What is said of a version beside it: a product from before that takes the version all the same. */
const BESIDE: ReadonlySet<string> = new Set([
  'lockfile',
  'builder',
  'parts',
  'signedDetails',
  'passport',
] satisfies (keyof Wanted)[]);
const LIST = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Releases to a product that may be older than this client: what it doesn't know yet is left out, and said. */
export async function releaseToAny<Result>(
  release: (wanted: Wanted) => Promise<Result>,
  wanted: Wanted,
): Promise<Result> {
  try {
    return await release(wanted);
  } catch (error) {
    const unknown = unknownFields(error);
    if (unknown.length === 0 || unknown.some((field) => !BESIDE.has(field))) throw error;
    console.log(`This Pagecast is older and doesn't know ${LIST.format(unknown)} yet. Releasing without.`);
    const known = Object.entries(wanted).filter(([field]) => !unknown.includes(field));
    return release(Object.fromEntries(known) as unknown as Wanted);
  }
}

/** Nothing where anything else is wrong, too. */
function unknownFields(error: unknown): string[] {
  if (!(error instanceof RefusalError) || error.status !== 400 || !Array.isArray(error.answer['issues'])) return [];
  const issues = error.answer['issues'] as readonly { readonly path?: unknown; readonly message?: unknown }[];
  return issues.every(({ message }) => message === 'Unknown field') ? issues.map(({ path }) => String(path)) : [];
}
