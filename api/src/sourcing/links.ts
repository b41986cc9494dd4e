/** An address as people and Facebook tell one: also without http, where its end or a path says so. */
const ADDRESS =
  /(?:https?:\/\/|www\.)[^\s<>"“”]+|(?<![\p{L}\p{N}@./-])(?:[\p{L}\p{N}-]+\.)+(?:(?:com|net|org|info|biz|io|co|my|sg|id|uk|us|ru|cn|me|ly|gl|app|dev|shop|store|site|online|top|xyz|club|link|click|live|page|example|test)(?![\p{L}\p{N}.-]*[\p{L}\p{N}])(?:[/?#:][^\s<>"“”]*)?|\p{L}{2,24}\/[^\s<>"“”]+)/giu;
const AFTER = /[.,;:!?)\]}'’*_]+$/;
const MARKDOWN_LINK = /!?\[([^\]\n]{0,500})\]\(([^()\s]{0,2000})(?: "[^"\n]{0,300}")?\)/g;

/**
 * The text without links that nobody gave: neither the person who asked for it nor the address of its source. A model
 * takes them over from what it reads, or invents them.
 * @param known all that holds links that may stay
 */
export function withoutOtherLinks(text: string, known: readonly string[]): string {
  const allowed = new Set(known.flatMap((one) => one.match(ADDRESS) ?? []).map(same));
  const isAllowed = (address: string) => allowed.has(same(address));
  return text
    .replace(MARKDOWN_LINK, (whole, words: string, address: string) => (isAllowed(address) ? whole : words))
    .replace(ADDRESS, (found) => (isAllowed(found) ? found : (AFTER.exec(found)?.[0] ?? '')))
    .replace(/ ?\(\s*\)/g, '')
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/[ \t]+([.,;:!?])/g, '$1')
    .replace(/[ \t]+$/gm, '');
}

function same(address: string): string {
  return address
    .replace(AFTER, '')
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/\/$/, '')
    .toLowerCase();
}

/** The same for a text that comes in pieces: what may be the beginning of a link waits for its end. */
export function linkFilter(known: readonly string[]) {
  let waiting = '';
  return (piece: string): string => {
    waiting += piece;
    const whole = waiting.slice(0, waiting.search(/\s\S*$/) + 1);
    waiting = waiting.slice(whole.length);
    const kept = withoutOtherLinks(whole, known);
    // What separates two words belongs between them, also where one of them went.
    return kept + (/\s+$/.exec(whole)?.[0] ?? '').slice(/\s*$/.exec(kept)?.[0].length ?? 0);
  };
}
