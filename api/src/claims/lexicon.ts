import { english } from './language/english.ts';
import { malay } from './language/malay.ts';
import { UNIT_SIGNS, UNITS, type Unit } from './language/units.ts';
import type { LanguageWords } from './language/words.ts';

/** All languages at once: posts mix them within a sentence. */
const LANGUAGES: readonly LanguageWords[] = [english, malay];

export const NUMBERS = merged(({ numbers }) => Object.entries(numbers));
export const SCALES = merged(({ scales }) => Object.entries(scales));
export const WHOLE_SCALES = merged(({ wholeScales }) => Object.entries(wholeScales));
export const WHOLE_UNITS = merged(({ wholeUnits }) =>
  Object.entries(wholeUnits).map(([word, name]): [string, Unit] => [word, unitOf(name)]),
);
export const UNIT_WORDS = new Map<string, Unit>([
  ...Object.entries(UNIT_SIGNS).map(([sign, name]): [string, Unit] => [sign, unitOf(name)]),
  ...merged(({ units }) =>
    Object.entries(units).flatMap(([name, words]) => words.map((word): [string, Unit] => [word, unitOf(name)])),
  ),
]);
export const MONEY = merged(({ money }) => Object.entries(money));
export const DAY_PARTS = merged(({ dayParts }) => Object.entries(dayParts));
export const NAMED_TIMES = merged(({ namedTimes }) => Object.entries(namedTimes));
export const MONTHS = merged(({ months }) =>
  months.flatMap((words, index) => words.map((word) => pair(word, index + 1))),
);
export const WEEKDAYS = merged(({ weekdays }) =>
  weekdays.flatMap((words, index) => words.map((word) => pair(word, index))),
);
export const AFTER_MONTHS = words(({ afterMonths }) => afterMonths);
/** By a short name, what may stand before it in a language that calls it so. */
export type WordsBefore = ReadonlyMap<string, ReadonlySet<string>>;
export const BEFORE_MONTHS = wordsBefore(({ months, beforeMonths }) => [months, beforeMonths]);
export const MONTH_MARKS = wordsBefore(({ months, monthMarks }) => [months, monthMarks]);
export const BEFORE_WEEKDAYS = wordsBefore(({ weekdays, beforeWeekdays }) => [weekdays, beforeWeekdays]);
export const VAGUE = words(({ vague }) => vague);
export const HALVES = words(({ halves }) => halves);
export const ARTICLES = words(({ articles }) => articles);
export const PERCENT = words(({ percent }) => percent);
export const FREE = words(({ free }) => free);
export const NOT_FREE = words(({ notFree }) => notFree);
export const RANGES = words(({ ranges }) => ranges);
export const ANDS = words(({ ands }) => ands);
export const HOUR_MARKS = words(({ hourMarks }) => hourMarks);
export const LISTED = words(({ listed }) => listed);
export const NO_SUPERLATIVES = words(({ noSuperlatives }) => noSuperlatives);
export const TITLES = words(({ titles }) => titles);
export const NEUTRAL_NAMES = words(({ neutralNames }) => neutralNames);
export const AFTER_NAMES = words(({ afterNames }) => afterNames);
export const ADJECTIVES = merged(({ adjectives }) =>
  Object.entries(adjectives).flatMap(([meaning, forms]) => forms.map((form): [string, string] => [form, meaning])),
);
export const RELATIVE_DAYS = phrases(({ relativeDays }) => relativeDays.map((phrase) => pair(phrase, phrase)));
export const RATIOS = phrases(({ ratios }) => ratios.map((phrase) => pair(phrase, phrase)));
export const SUPERLATIVES = phrases(({ superlatives }) =>
  Object.entries(superlatives).flatMap(([meaning, forms]) => forms.map((form) => pair(form, meaning))),
);
export const COMPARISONS = phrases(({ comparisons }) => comparisons.map((phrase) => pair(phrase, phrase)));
export const NO_COMPARISONS = phrases(({ noComparisons }) => noComparisons.map((phrase) => pair(phrase, phrase)));

/** A word of everyday use, also in another form than the one in the list. */
export function isCommon(word: string): boolean {
  return LANGUAGES.some(({ common, endings, beginnings }) => {
    if (common.has(word)) return true;
    const starts = ['', ...beginnings].filter((beginning) => word.startsWith(beginning));
    return starts.some((beginning) => stems(word.slice(beginning.length), endings).some((stem) => common.has(stem)));
  });
}

/** 'baking' → 'bak', 'bake'; 'running' → 'run'; nothing shorter than three letters, which anything would be. */
function stems(word: string, endings: readonly string[]): string[] {
  return [
    ...(word.length >= 3 ? [word] : []),
    ...endings
      .filter((ending) => word.endsWith(ending) && word.length - ending.length >= 3)
      .flatMap((ending) => {
        const stem = word.slice(0, word.length - ending.length);
        return [stem, `${stem}e`, `${stem}y`, ...(stem.at(-1) === stem.at(-2) ? [stem.slice(0, -1)] : [])];
      }),
  ];
}

function unitOf(name: string): Unit {
  const unit = UNITS[name];
  if (unit === undefined) throw new Error(`No unit is called ${name}`);
  return unit;
}

function pair<Value>(key: string, value: Value): [string, Value] {
  return [key, value];
}

function merged<Value>(entriesOf: (language: LanguageWords) => [string, Value][]): Map<string, Value> {
  return new Map(LANGUAGES.flatMap(entriesOf));
}

function words(listOf: (language: LanguageWords) => readonly string[]): ReadonlySet<string> {
  return new Set(LANGUAGES.flatMap(listOf));
}

function wordsBefore(
  of: (language: LanguageWords) => readonly [names: readonly (readonly string[])[], before: readonly string[]],
): WordsBefore {
  const pairs = LANGUAGES.flatMap((language) => {
    const [names, before] = of(language);
    return names.flat().flatMap((name) => before.map((word) => [name, word] as const));
  });
  return new Map(
    [...Map.groupBy(pairs, ([name]) => name)].map(([name, of]) => [name, new Set(of.map(([, word]) => word))]),
  );
}

/** Phrases by their first word, the longest first. */
export type Phrases = ReadonlyMap<string, readonly { readonly words: readonly string[]; readonly meaning: string }[]>;

function phrases(entriesOf: (language: LanguageWords) => [string, string][]): Phrases {
  const byFirst = new Map<string, { words: readonly string[]; meaning: string }[]>();
  for (const [phrase, meaning] of LANGUAGES.flatMap(entriesOf)) {
    const parts = phrase.split(/[ -]/);
    const first = parts[0] ?? '';
    byFirst.set(first, [...(byFirst.get(first) ?? []), { words: parts, meaning }]);
  }
  for (const list of byFirst.values()) list.sort((a, b) => b.words.length - a.words.length);
  return byFirst;
}
