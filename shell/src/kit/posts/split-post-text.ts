export interface TextPart {
  text: string;
  kind: 'text' | 'hashtag' | 'link';
}

/** A web address as Facebook makes a link of it; what ends a sentence does not belong to it. */
const LINK = /(?<![\p{L}\p{N}@/.])(?:https?:\/\/|www\.)[^\s<>"]*[^\s<>".,;:!?')\]}]/iu;
const HASHTAG = /(?<![\p{L}\p{N}_&])#[\p{L}\p{N}\p{M}_]+/u;
const PIECES = new RegExp(`(?<link>${LINK.source})|(?<hashtag>${HASHTAG.source})`, 'giu');

/** A post's text in pieces, so that its hashtags and links can look like such. Joined together the pieces are the text. */
export function splitPostText(text: string): TextPart[] {
  const pieces: TextPart[] = [];
  let end = 0;
  const add = (kind: TextPart['kind'], piece: string) => {
    if (piece !== '') pieces.push({ kind, text: piece });
  };
  for (const found of text.matchAll(PIECES)) {
    add('text', text.slice(end, found.index));
    add(found.groups?.['link'] === undefined ? 'hashtag' : 'link', found[0]);
    end = found.index + found[0].length;
  }
  add('text', text.slice(end));
  return pieces;
}

/** The web addresses in a post, in order. */
export function linksIn(text: string): string[] {
  return splitPostText(text)
    .filter(({ kind }) => kind === 'link')
    .map((piece) => piece.text);
}
