import type { JsonSchema } from './schema-writer.ts';

const LEAST_LETTERS = 5;
const MOST_WORDS = 5;
const MOST_FACTS = 5;

/** Whether the answer is to describe how a page writes. */
export function isVoice(schema: JsonSchema): boolean {
  const { properties = {} } = schema as { properties?: object };
  return 'signOff' in properties && 'wordsToUse' in properties;
}

/** What its posts have in common, and only what stands in them; nothing where there are none. */
export function voiceIn(posts: readonly string[]): object {
  if (posts.length === 0) return {};
  const sentences = posts.map((post) => post.split(/(?<=[.!?])\s+/));
  const isCommon = (text: string) => posts.filter((post) => post.includes(text)).length > posts.length / 2;
  const last = sentences[0]?.at(-1) ?? '';
  const words = [...new Set(posts.join(' ').match(/\p{L}+/gu) ?? [])];
  return {
    tone: 'warm and plain',
    audience: 'neighbours and regulars',
    languageMix: 'one language, without a mix',
    wordsToUse: words.filter((word) => word.length >= LEAST_LETTERS && isCommon(word)).slice(0, MOST_WORDS),
    facts: [...new Set(sentences.flat())].filter((one) => /\d/.test(one) && isCommon(one)).slice(0, MOST_FACTS),
    emoji: 'none',
    hashtags: '',
    signOff: isCommon(last) ? last : '',
  };
}
