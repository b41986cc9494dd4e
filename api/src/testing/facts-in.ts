/** The examples in `problems/old-sentences.json`: names, numbers, and the words of whoever refused. */
const FACTS =
  /Kak's Kopi \(1\+1\) & Co\. for \{you\}|\d[\d,.:-]*\d|\d|Ask somebody else\.|You went too fast\.|Said that\.|A title is missing\.|Your post has a broken link\./g;

/** What a sentence says of its own case. Its wording may change; this must not be lost. */
export function factsIn(sentence: string): string[] {
  return sentence.match(FACTS) ?? [];
}
