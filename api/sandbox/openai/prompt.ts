export type WrittenLanguage = 'english' | 'malay' | 'manglish';

/** What a prompt asks for, as far as the sandbox's writer cares. */
export interface Wish {
  topic: string;
  language: WrittenLanguage;
  wantsHashtags: boolean;
  wantsMarkdown: boolean;
  minWords: number;
  maxWords: number;
  /** Taken over word for word, in the middle of the text. */
  takenOver?: string;
  /** In place of a text. */
  said?: string;
}

export interface ChatMessage {
  role: string;
  text: string;
}

const TOPIC_PATTERNS = [
  /(?:topic|topics|keywords?|product(?: name)?|subject|topik|kata kunci|produk)\s*(?:is|are|:|=)\s*["'“]?([^"'”\n.;]{2,80})/i,
  /\bfield now:\s*["'“]?([^"'”\n.;]{2,80})/i,
  /\b(?:about|regarding|covering|tentang|mengenai|berkenaan)\s+(?:the\s+)?(?:topic\s+(?:of\s+)?)?["'“]?([^"'”\n.;]{2,80})/i,
  /\b(?:review|ulasan)\s+(?:of|for|untuk):?\s+(?:the\s+)?["'“]?([^"'”\n.;]{2,80})/i,
  /\bnews\s+(?:on|in|article on)\s+["'“]?([^"'”\n.;]{2,80})/i,
];
/** Where the topic ends and the wishes about tone, language and length begin. */
const TOPIC_END =
  /,?\s*\b(?:in (?:a |an )?(?:professional|casual|friendly|exciting|english|bahasa|malay)|with (?:a |an )?\w+ tone|written in|for (?:a |our |the )?(?:facebook|page|audience)|(?:dalam|dengan|menggunakan) (?:bahasa|nada|gaya))\b.*$/i;

/**
 * Reads topic, language, length band and the wish for hashtags out of the messages; the last user message counts most.
 */
export function readWish(messages: ChatMessage[]): Wish {
  const all = messages.map((message) => message.text).join('\n');
  const last = messages.findLast((message) => message.role === 'user')?.text ?? all;
  const [minWords, maxWords] = lengthBand(last) ?? lengthBand(all) ?? [60, 110];
  return {
    topic: topicOf(last) ?? topicOf(all) ?? firstWords(last),
    language: languageOf(last, all),
    wantsHashtags:
      /hash\s?tags?|tanda pagar/i.test(all) &&
      !/(?:no|without|avoid|tanpa)\s+(?:any\s+)?(?:hash\s?tags?|tanda pagar)/i.test(all),
    wantsMarkdown: /\bmarkdown\b/i.test(all) && !/\b(?:no|without|avoid)\s+(?:any\s+)?markdown\b/i.test(all),
    minWords,
    maxWords,
  };
}

function languageOf(last: string, all: string): WrittenLanguage {
  if (/\bmanglish\b/i.test(all)) return 'manglish';
  return (asksForMalay(last) ?? asksForMalay(all) ?? false) ? 'malay' : 'english';
}

/** Null when no language, or more than one, is named. */
function asksForMalay(text: string): boolean | null {
  const malay = /bahasa melayu|bahasa malaysia|\bmalay\b|\bmelayu\b/i.test(text);
  const english = /\benglish\b|bahasa inggeris/i.test(text);
  return malay === english ? null : malay;
}

function lengthBand(text: string): [number, number] | null {
  const found = /(\d{2,4})\s*(?:-|–|to|hingga)\s*(\d{2,4})\s*(?:words|perkataan|patah)/i.exec(text);
  if (found) return [Number(found[1]), Number(found[2])];
  const about = /(?:about|around|under|up to|at most|kira-kira)\s+(\d{2,4})\s*(?:words|perkataan)/i.exec(text);
  return about ? [Math.floor(Number(about[1]) * 0.8), Number(about[1])] : null;
}

function topicOf(text: string): string | null {
  for (const pattern of TOPIC_PATTERNS) {
    const topic = tidy(pattern.exec(text)?.[1] ?? '');
    if (topic.length >= 2) return topic;
  }
  return null;
}

function firstWords(text: string): string {
  const [first = ''] = text.split(/[.\n]/);
  const plain = tidy(
    first.replace(/^(?:please\s+)?(?:write|create|generate|draft|tulis|hasilkan)\s+(?:an?\s+)?(?:short\s+)?/i, ''),
  );
  return plain.split(/\s+/).slice(0, 8).join(' ') || 'our work this week';
}

function tidy(text: string): string {
  return text
    .replace(TOPIC_END, '')
    .replace(/\b(?:tone|language|length)\b.*$/i, '')
    .replace(/^[\s,:"'“]+|[\s,:"'”]+$/g, '');
}
