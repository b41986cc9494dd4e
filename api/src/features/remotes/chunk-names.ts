import { RefusedError } from '../../http/errors.ts';

/** The global in which bundlers hand a build's chunks to its entry, named for the build (`output.uniqueName`). */
const CHUNKS = /\b(?:rspack|webpack)Chunk(\w+)/g;

/**
 * Two builds of one name would run each other's chunks in a page: each is named for its area and its sources.
 * @param entry text of the area's
 * @throws RefusedError for a build that may have the name of another area, or of another version
 */
export function assertOwnChunks({ name, version }: { name: string; version: string }, entry: string): void {
  const own = new RegExp(`^${name}_[0-9a-f]+$`);
  const other = Array.from(entry.matchAll(CHUNKS), ([, found = '']) => found).find((found) => !own.test(found));
  if (other === undefined) return;
  throw new RefusedError(
    `${name} ${version} is built under the name ${other}, and pages would mix it up with what has the same name. ` +
      `Build it with the settings that Pagecast gives, whose output.uniqueName is ${name}_ and the id of the build.`,
  );
}
