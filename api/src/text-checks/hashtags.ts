export const MOST_HASHTAGS = 10;

/** Not what stands in an address. */
const TAG = /(?<![\p{L}\p{N}_&/#])#[\p{L}\p{N}_]+/gu;
/** Facebook makes no link of digits alone. */
const DIGITS = /(?<![\p{L}\p{N}_&/#])#\d+(?![\p{L}\p{N}_])/gu;
/** A tag ends at these: "#back-to-school" is "#back". */
const BROKEN = /(?<![\p{L}\p{N}_&/#])#[\p{L}\p{N}_]+(?:[-&.'’+/][\p{L}\p{N}_]+)+/gu;
const SPACED = /(?<![\p{L}\p{N}_&/#])# +(?=\p{L})/gu;

type HashtagFlaw = 'many' | 'twice' | 'spaced' | 'broken' | 'digits';

/** The hashtags of a text that Facebook makes links of. */
export const hashtagsIn = (text: string): string[] => text.match(TAG) ?? [];

/** What is wrong with the hashtags of a text, the worst first. */
export function hashtagFlaws(text: string): HashtagFlaw[] {
  const tags = hashtagsIn(text);
  const flaws: [HashtagFlaw, boolean][] = [
    ['spaced', text.search(SPACED) >= 0],
    ['broken', brokenIn(text).length > 0],
    ['digits', text.search(DIGITS) >= 0],
    ['twice', new Set(tags.map(keyOf)).size < tags.length],
    ['many', tags.length > MOST_HASHTAGS],
  ];
  return flaws.filter(([, isThere]) => isThere).map(([flaw]) => flaw);
}

/** The same text with hashtags that work: each once, not too many, and the first ones stay. */
export function withSoundHashtags(text: string): string {
  const joined = text
    .replaceAll(SPACED, '#')
    .replaceAll(BROKEN, (tag) => (isBroken(tag) ? `#${tag.slice(1).replaceAll(/[^\p{L}\p{N}_]/gu, '')}` : tag))
    .replaceAll(DIGITS, (tag) => tag.slice(1));
  const seen = new Set<string>();
  const kept = joined.replaceAll(TAG, (tag) => {
    const isMore = seen.has(keyOf(tag)) || seen.size >= MOST_HASHTAGS;
    seen.add(keyOf(tag));
    return isMore ? '' : tag;
  });
  return kept === joined
    ? joined
    : kept
        .replaceAll(/ {2,}/g, ' ')
        .replaceAll(/[ \t]+$/gm, '')
        .trimEnd();
}

const brokenIn = (text: string): string[] => (text.match(BROKEN) ?? []).filter(isBroken);

/** "#Bread.Fresh" is two sentences that nobody put a space between, or an address; a possessive is meant. */
function isBroken(tag: string): boolean {
  return !/^#[\p{L}\p{N}_]+(?:['’]s|\.\p{Lu}[\p{L}\p{N}_]*)$/u.test(tag);
}

const keyOf = (tag: string): string => tag.toLowerCase();
