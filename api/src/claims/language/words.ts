/** What a rule has to know of a language. A language is a file of these. */
export interface LanguageWords {
  /** Values of words, 0 to 90. */
  readonly numbers: Readonly<Record<string, number>>;
  /** What a number before them is multiplied by. */
  readonly scales: Readonly<Record<string, number>>;
  /** Scales that hold a `one` of their own: seratus. */
  readonly wholeScales: Readonly<Record<string, number>>;
  /** Many, without a number. */
  readonly vague: readonly string[];
  readonly halves: readonly string[];
  /** Stand for one before a unit: an hour. */
  readonly articles: readonly string[];
  /** Words of a unit, by its name in `UNITS`. */
  readonly units: Readonly<Record<string, readonly string[]>>;
  /** One of a unit in a single word: setahun. */
  readonly wholeUnits: Readonly<Record<string, string>>;
  readonly percent: readonly string[];
  /** Words of money, by the currency and the hundredths that one of it is. */
  readonly money: Readonly<Record<string, readonly [currency: string, hundredths: number]>>;
  readonly free: readonly string[];
  /** Before or after `free`, and then it is not a price. */
  readonly notFree: readonly string[];
  readonly months: readonly (readonly string[])[];
  /** Before what is written with a capital: a month, also where its name is a word of its own, as May is. */
  readonly beforeMonths: readonly string[];
  /** The same, also before one in small letters. */
  readonly monthMarks: readonly string[];
  readonly afterMonths: readonly string[];
  /** From Sunday on. */
  readonly weekdays: readonly (readonly string[])[];
  readonly beforeWeekdays: readonly string[];
  readonly ranges: readonly string[];
  readonly ands: readonly string[];
  /** Day parts that say which half of the day an hour is of. */
  readonly dayParts: Readonly<Record<string, 'am' | 'pm' | 'night' | 'noon'>>;
  readonly hourMarks: readonly string[];
  readonly namedTimes: Readonly<Record<string, number>>;
  /** Days that only who knows today's date can name. */
  readonly relativeDays: readonly string[];
  /** Between the two numbers of a ratio. */
  readonly ratios: readonly string[];
  /** Counted by a post of its own that lists them. */
  readonly listed: readonly string[];
  /** Phrases that put one above all, by what they say. */
  readonly superlatives: Readonly<Record<string, readonly string[]>>;
  /** Adjectives by what they say: the keys join the languages. */
  readonly adjectives: Readonly<Record<string, readonly string[]>>;
  /** Look like a superlative, and are none. */
  readonly noSuperlatives: readonly string[];
  /** Phrases of comparisons. */
  readonly comparisons: readonly string[];
  readonly noComparisons: readonly string[];
  /** Go before a name and say nothing by themselves. */
  readonly titles: readonly string[];
  /** Capitalised, and yet nobody's name to be proven. */
  readonly neutralNames: readonly string[];
  /** What a sentence begins with, so that its capital says nothing. */
  readonly common: ReadonlySet<string>;
  /** Endings that are taken off before a word is looked up in `common`. */
  readonly endings: readonly string[];
  readonly beginnings: readonly string[];
  /** What a name at the start of a sentence is followed by. */
  readonly afterNames: readonly string[];
}

/** A list of words as it is written in the file of a language. */
export function wordList(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}
