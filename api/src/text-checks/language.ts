import type { Language } from '../contract/generation.ts';

/** How much a text looks like each language, 0 to 1. Malay and Indonesian are one here: posts mix their words. */
interface Likeness {
  readonly english: number;
  readonly malay: number;
  /** The most like it of all others. */
  readonly other: number;
}

/** Fewer words say too little: a brand, a greeting, the name of a dish. */
const LEAST_WORDS = 8;
const CLEARLY = 1.2;
/** Short texts look a little like anything. */
const CLEARLY_OTHER = 1.6;
/** A Chinese character counts as a word: nothing stands between them. */
const WORD = /\p{Script=Han}|[\p{L}\p{N}]+/gu;
const NO_WORDS = /https?:\/\/\S+|www\.\S+|[#@][\p{L}\p{N}_]+|\S+@\S+/gu;

type Detector = (typeof import('eld/extrasmall'))['eld'];
let loading: Promise<Detector> | null = null;

/** Loaded with the first text: its tables take 27 MB, and most processes never read a text. */
async function detector(): Promise<Detector> {
  loading ??= import('eld/extrasmall').then(({ eld }) => eld);
  return loading;
}

/**
 * The language in which a text is clearly not written as asked; null when it is, when it mixes English and Malay as
 * people do, or when nobody can tell.
 */
export async function otherLanguageThan(asked: Language, text: string): Promise<Language | 'another language' | null> {
  const words = text.replaceAll(NO_WORDS, ' ');
  if ((words.match(WORD) ?? []).length < LEAST_WORDS || isManglish(words)) return null;
  const detected = (await detector()).detect(words);
  // Nonsense looks a little like anything.
  if (!detected.isReliable()) return null;
  const { english, malay, other } = likeness(detected.getScores());
  const [wanted, unwanted] = asked === 'English' ? [english, malay] : [malay, english];
  if (other > Math.max(wanted, unwanted) * CLEARLY_OTHER) return 'another language';
  if (unwanted <= wanted * CLEARLY) return null;
  return asked === 'English' ? 'Bahasa Melayu' : 'English';
}

function likeness({ en = 0, ms = 0, id = 0, ...others }: Record<string, number>): Likeness {
  return { english: en, malay: Math.max(ms, id), other: Math.max(0, ...Object.values(others)) };
}

const MALAY_WORDS = wordList(
  'yang dan di untuk kami kita anda dengan ini itu dari ada tak tidak akan pada lagi boleh sahaja je dalam dah jom ' +
    'memang sangat sedap murah kat nak buat apa siapa semua jangan dulu pun tapi sebab hari kedai makan lepak tapau ' +
    'best rasa beli harga datang',
);
const PARTICLES = wordList('lah la meh leh lor kan wei bah ah mah boss bossku aiyo walao');
const ENGLISH_WORDS = wordList(
  'the a an is are was our your you we and of to for with in it this that on at from have has will be by not every so',
);
const LEAST_OF_EACH = 2;

/** Whether a text mixes English and Malay as people in Malaysia speak. */
export function isManglish(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const count = (list: ReadonlySet<string>) => words.filter((word) => list.has(word)).length;
  return count(ENGLISH_WORDS) >= LEAST_OF_EACH && count(MALAY_WORDS) + count(PARTICLES) >= LEAST_OF_EACH;
}

/** Whether somebody asks, in their own words, for a text that mixes languages or is in one that no screen offers. */
export function asksForMix(request: string): boolean {
  return /\b(manglish|rojak|campur(an)?|mixed? (of )?languages?|bilingual|dwibahasa|mandarin|chinese|tamil|cina)\b/i.test(
    request,
  );
}

function wordList(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
