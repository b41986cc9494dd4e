import { chanceFrom, pick } from '../chance.ts';
import { PHRASES } from './phrases.ts';
import type { Phrases } from './phrases.ts';
import type { Wish } from './prompt.ts';

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).length;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** A summary has no room for other people's words. */
const TAKES_OVER_FROM = 60;

/** Writes a post for the wish: the same seed gives the same text, within the asked number of words. */
export function writePost(wish: Wish, seed: string): string {
  if (wish.said !== undefined) return wish.said;
  const chance = chanceFrom(seed);
  const phrases = PHRASES[wish.language];
  const tags = wish.wantsHashtags ? hashtags(wish.topic, phrases, chance) : '';
  const closing = pick(chance, phrases.closings);
  const takenOver = wish.maxWords > TAKES_OVER_FROM ? (wish.takenOver ?? '') : '';
  const most = wish.maxWords - wordsIn(closing) - wordsIn(tags) - wordsIn(takenOver);
  // Not always the shortest text that fits: aim somewhere in the lower half of the band.
  const aim = Math.min(most, wish.minWords + Math.floor(chance() * (wish.maxWords - wish.minWords) * 0.4));
  const sentences = write(wish, phrases, chance, { aim, most });
  const headings = wish.language === 'malay' ? MALAY_HEADINGS : HEADINGS;
  return [
    paragraphs([...sentences, ...(takenOver === '' ? [] : [takenOver]), closing], wish.wantsMarkdown ? headings : []),
    tags,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function write(
  wish: Wish,
  phrases: Phrases,
  chance: () => number,
  { aim, most }: { aim: number; most: number },
): string[] {
  const fill = (text: string) => text.replaceAll('{t}', wish.topic).replaceAll('{d}', pick(chance, phrases.details));
  const sentences = [capital(fill(pick(chance, phrases.openings)))];
  const used = new Set(sentences);
  let count = wordsIn(sentences[0] ?? '');
  for (let tries = 0; count < aim && tries < 4000; tries += 1) {
    const linker = pick(chance, phrases.linkers);
    const body = fill(pick(chance, phrases.bodies));
    const sentence = capital(linker === '' ? body : linker + lower(body));
    const words = wordsIn(sentence);
    if (used.has(sentence) || count + words > most) continue;
    used.add(sentence);
    sentences.push(sentence);
    count += words;
  }
  return sentences;
}

const HEADINGS = ['At first sight', 'In daily use', 'What to check', 'Who it is for', 'The verdict'];
const MALAY_HEADINGS = ['Pandangan pertama', 'Kegunaan harian', 'Apa yang perlu disemak', 'Untuk siapa', 'Kesimpulan'];

/** Every other paragraph under the next of `headings`, while there are any. */
function paragraphs(sentences: string[], headings: readonly string[] = []): string {
  const size = sentences.length > 16 ? 6 : 3;
  const parts: string[] = [];
  for (let at = 0; at < sentences.length; at += size) {
    const heading = parts.length % 2 === 1 ? headings[(parts.length - 1) / 2] : undefined;
    parts.push(`${heading === undefined ? '' : `## ${heading}\n\n`}${sentences.slice(at, at + size).join(' ')}`);
  }
  return parts.join('\n\n');
}

function hashtags(topic: string, phrases: Phrases, chance: () => number): string {
  const own = topic
    .split(/[,/]+/)
    .slice(0, 2)
    .map(camel)
    .filter((tag) => tag.length > 2);
  return [...new Set([...own, pick(chance, phrases.tags), pick(chance, phrases.tags)])]
    .map((tag) => `#${tag}`)
    .join(' ');
}

function camel(text: string): string {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .slice(0, 4)
    .map(capital)
    .join('');
}

/** A headline about the topic. */
export function writeTitle(wish: Wish, seed: string): string {
  const chance = chanceFrom(`title ${seed}`);
  const english = ['What to Know About {t}', '{t}: A Closer Look', 'Why {t} Matters Now', 'A Practical Guide to {t}'];
  const malay = [
    'Apa Yang Perlu Anda Tahu Tentang {t}',
    '{t}: Tinjauan Lebih Dekat',
    'Kenapa {t} Penting Sekarang',
    'Panduan Ringkas {t}',
  ];
  return pick(chance, wish.language === 'malay' ? malay : english).replace('{t}', capital(wish.topic));
}
