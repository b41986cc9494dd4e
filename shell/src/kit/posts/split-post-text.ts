export interface TextPart {
  text: string;
  kind: 'text' | 'hashtag' | 'link';
}

/** A web address as Facebook makes a link of it; what ends a sentence does not belong to it. */
const LINK = /(?<![\p{L}\p{N}@/.])(?:https?:\/\/|www\.)[^\s<>"]*[^\s<>".,;:!?')\]}]/iu;
const HASHTAG = /(?<![\p{L}\p{N}_&])#[\p{L}\p{N}\p{M}_]+/u;
const PARTS = new RegExp(`(?<link>${LINK.source})|(?<hashtag>${HASHTAG.source})`, 'giu');

/**
 * A post's text in parts, so that its hashtags and links can look like such. Joined together the parts are the text.
 */
export function splitPostText(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  const add = (kind: TextPart['kind'], part: string) => {
    if (part !== '') parts.push({ kind, text: part });
  };
  for (const found of text.matchAll(PARTS)) {
    add('text', text.slice(end, found.index));
    add(found.groups?.['link'] === undefined ? 'hashtag' : 'link', found[0]);
    end = found.index + found[0].length;
  }
  add('text', text.slice(end));
  return parts;
}

/** The web addresses in a post, in order. */
export function linksIn(text: string): string[] {
  return splitPostText(text)
    .filter(({ kind }) => kind === 'link')
    .map((part) => part.text);
}
