export interface TextPiece { text: string; isHashtag: boolean }

/** A post's text in pieces, so that its hashtags can look like hashtags. Joined together the pieces are the text. */
export function splitHashtags(text: string): TextPiece[] {
  return text.split(/((?<![\p{L}\p{N}_&])#[\p{L}\p{N}\p{M}_]+)/u)
    .map((piece, index) => ({ text: piece, isHashtag: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}
