import { chanceFrom, pick } from '../chance.ts';
import { PHRASES } from './phrases.ts';
import type { ChatMessage, WrittenLanguage } from './prompt.ts';

/** How a text that is there is to be changed. */
type Change =
  | { readonly kind: 'tone'; readonly tone: string }
  | { readonly kind: 'shorter' | 'longer'; readonly words: number }
  | { readonly kind: 'spelling' }
  | { readonly kind: 'language'; readonly language: WrittenLanguage };

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).length;
const TAGS_LINE = /^(?:#\S+\s*)+$/;
/** What a translation leaves as it is. */
const FACT = /https?:\/\/\S*[\w/]|#[\p{L}\p{N}_]+|(?:RM\s?)?\d(?:[\d.,:]*\d)?(?:\s?(?:am|pm|%))?/giu;
const MALAY = /\b(?:yang|dan|untuk|dengan|kami|anda|tidak|ini|itu|dari|pada|akan)\b/gi;

/** The text between its tags, changed as the rules say; null for a request of another kind. */
export function rewritten(messages: readonly ChatMessage[], seed: string): string | null {
  const rules = messages.find(({ role }) => role === 'system')?.text ?? '';
  const asked = messages.findLast(({ role }) => role === 'user')?.text ?? '';
  if (rules.startsWith('You reword posts')) return asked === '' ? null : reworded(asked, rules, seed);
  const text = /<text>([\s\S]*)<\/text>/.exec(asked)?.[1];
  const change = text === undefined ? null : changeIn(rules);
  return text === undefined || change === null ? null : changed(text, change, seed);
}

function changeIn(rules: string): Change | null {
  const tone = /^Change its tone to (\w+)/m.exec(rules)?.[1];
  if (tone !== undefined) return { kind: 'tone', tone };
  const fewer = /^Make it shorter: at most (\d+) words/m.exec(rules)?.[1];
  if (fewer !== undefined) return { kind: 'shorter', words: Number(fewer) };
  const more = /^Make it longer: about (\d+) words/m.exec(rules)?.[1];
  if (more !== undefined) return { kind: 'longer', words: Number(more) };
  if (/^Correct its spelling/m.test(rules)) return { kind: 'spelling' };
  const language = /^Translate it into (English|Bahasa Melayu)/m.exec(rules)?.[1];
  if (language === undefined) return null;
  return { kind: 'language', language: language === 'English' ? 'english' : 'malay' };
}

function changed(text: string, change: Change, seed: string): string {
  switch (change.kind) {
    case 'tone':
      return byLine(text, (line, place) => inTone(line, change.tone, place === 0));
    case 'shorter':
      return shortened(text, change.words);
    case 'longer':
      return lengthened(text, change.words, seed);
    case 'spelling':
      return byLine(text, corrected);
    case 'language':
      return translated(text, change.language, seed);
  }
}

/** Empty lines and lines of hashtags stay. */
function byLine(text: string, change: (line: string, place: number) => string): string {
  return text
    .split('\n')
    .map((line, place) => (line.trim() === '' || TAGS_LINE.test(line) ? line : change(line, place)))
    .join('\n');
}

const OPENINGS: Readonly<Record<string, string>> = { Casual: 'Hey, ', Friendly: 'Hello friends! ', Exciting: 'Wow! ' };
const LONG_FORMS: Readonly<Record<string, string>> = {
  "don't": 'do not',
  "can't": 'cannot',
  "won't": 'will not',
  "we're": 'we are',
  "it's": 'it is',
  "you'll": 'you will',
};

function inTone(line: string, tone: string, isFirst: boolean): string {
  const opening = isFirst ? (OPENINGS[tone] ?? '') : '';
  if (tone === 'Exciting') return opening + line.replaceAll(/\.(?=\s|$)/g, '!');
  if (tone !== 'Professional') return opening + line;
  const plain = line.replaceAll(/!+/g, '.').replaceAll(/\s?\p{Extended_Pictographic}\uFE0F?/gu, '');
  return plain.replaceAll(/\b\w+'\w+\b/g, (word) => LONG_FORMS[word.toLowerCase()] ?? word);
}

const sentencesOf = (text: string) => text.split(/(?<=[.!?]\s)(?=\S)/);

/** As many of its first sentences as fit, and its hashtags; of a long sentence its first words. */
function shortened(text: string, most: number): string {
  const kept: string[] = [];
  let left = most;
  for (const sentence of sentencesOf(text)) {
    if (wordsIn(sentence) > left) break;
    kept.push(sentence);
    left -= wordsIn(sentence);
  }
  const short = kept.join('').trim();
  return short === '' ? text.trim().split(/\s+/).slice(0, most).join(' ') : short;
}

function lengthened(text: string, words: number, seed: string): string {
  const chance = chanceFrom(seed);
  const phrases = PHRASES[isMalay(text) ? 'malay' : 'english'];
  const lines = text.trimEnd().split('\n');
  const tags = TAGS_LINE.test(lines.at(-1) ?? '') ? lines.splice(-1) : [];
  const own = lines.join('\n').trimEnd();
  const added: string[] = [];
  for (let count = wordsIn(text), tries = 0; count < words && tries < 200; tries += 1) {
    const body = pick(chance, phrases.bodies);
    if (body.includes('{t}')) continue;
    const sentence = body.replace('{d}', pick(chance, phrases.details));
    if (added.includes(sentence)) continue;
    added.push(sentence);
    count += wordsIn(sentence);
  }
  return [[own, ...added].join(' '), ...tags].join(tags.length > 0 ? '\n\n' : '');
}

const RIGHT: Readonly<Record<string, string>> = {
  teh: 'the',
  recieve: 'receive',
  definately: 'definitely',
  tommorow: 'tomorrow',
  tomorow: 'tomorrow',
  wich: 'which',
  seperate: 'separate',
  untill: 'until',
  alot: 'a lot',
  freind: 'friend',
  freinds: 'friends',
  becuase: 'because',
  beautifull: 'beautiful',
  bred: 'bread',
  fresch: 'fresh',
  yg: 'yang',
  dgn: 'dengan',
  utk: 'untuk',
  tdk: 'tidak',
  skarang: 'sekarang',
  krana: 'kerana',
};

function corrected(line: string): string {
  return line
    .replaceAll(/\p{L}+/gu, (word) => {
      const right = RIGHT[word.toLowerCase()];
      if (right === undefined) return word;
      return word.charAt(0) === word.charAt(0).toLowerCase() ? right : right.charAt(0).toUpperCase() + right.slice(1);
    })
    .replaceAll(/(?<=[.!?] )\p{Ll}/gu, (letter) => letter.toUpperCase());
}

const isMalay = (text: string): boolean => (text.match(MALAY) ?? []).length > wordsIn(text) / 12;

/** Other words of its own language, and what it is told to keep. */
function reworded(text: string, rules: string, seed: string): string {
  const kept = /\bevery fact\b/.test(rules) ? text : text.replaceAll(FACT, '');
  return translated(kept, isMalay(text) ? 'malay' : 'english', seed);
}

/** It knows few words: another sentence of that language for each, with the figures, links and tags of the first. */
function translated(text: string, language: WrittenLanguage, seed: string): string {
  const next = sentencesIn(language, seed);
  return byLine(text, (line) =>
    sentencesOf(line)
      .map((sentence) => {
        const facts = sentence.match(FACT) ?? [];
        const said = next();
        return facts.length === 0 ? said : `${said.replace(/[.!?]$/, '')}: ${facts.join(', ')}.`;
      })
      .join(' '),
  );
}

/** Each sentence of the language once, before one is said again. */
function sentencesIn(language: WrittenLanguage, seed: string): () => string {
  const chance = chanceFrom(seed);
  const { bodies, details } = PHRASES[language];
  let left: string[] = [];
  return () => {
    if (left.length === 0) left = bodies.filter((body) => !body.includes('{t}'));
    const body = pick(chance, left);
    left = left.filter((other) => other !== body);
    return body.replace('{d}', pick(chance, details));
  };
}
