/** What each prompt is filled with. A value is text, and never read for variables of its own. */
interface PromptVariables {
  /** A post that a person asked for. */
  post: 'request' | 'topic' | 'kind' | 'tone' | 'language' | 'words' | 'voice' | 'rejections';
  /** A post about what somebody else has published. */
  'sourced-post': 'request' | 'topic' | 'kind' | 'tone' | 'language' | 'words' | 'voice' | 'name' | 'source';
  /** A post that automation asks for. */
  automation:
    | 'pageName'
    | 'category'
    | 'scope'
    | 'kind'
    | 'language'
    | 'recent'
    | 'isSecondTry'
    | 'voice'
    | 'rejections';
  /** A post said again in other words. */
  reword: 'content' | 'tone';
  /** A text, or a part of one, changed in one way. */
  rewrite: 'text' | 'before' | 'after' | 'tone' | 'fewer' | 'more' | 'spelling' | 'language' | 'voice';
  /** What is said to the writer of one of three variants of a post. */
  variant: 'isFirst' | 'isSecond' | 'isThird';
  /** An article about a product, for the tech site. */
  review: 'productName';
  /** An article about a field, for the tech site. */
  news: 'category';
  /** An article about what somebody else has published, for the tech site. */
  'sourced-news': 'category' | 'name' | 'source';
  /** How a page speaks, read in its posts. */
  voice: 'pageName' | 'posts';
  /** The shortest question that an answer proves a key by. */
  'key-trial': never;
}
export type PromptId = keyof PromptVariables;

/**
 * Words in which `{name}` stands for a variable; words that are said only with a variable, or only without it; or
 * several of these, one after the other.
 */
type Words<Variable extends string> = string | Condition<Variable> | readonly Words<Variable>[];
type Condition<Variable extends string> =
  | { readonly when: Variable; readonly say: Words<Variable> }
  | { readonly unless: Variable; readonly say: Words<Variable> };

/** One version of what the AI is told. A version that has been used is never edited: a change is the next version. */
export interface Prompt<Id extends PromptId = PromptId> {
  readonly id: Id;
  readonly version: number;
  /** What it does otherwise than the one before, for who chooses; left out for the first. */
  readonly news?: string;
  /** Lines of the rules. A line of which nothing is said is left out. */
  readonly rules: readonly Words<PromptVariables[Id]>[];
  /** Lines of the request. */
  readonly prompt: readonly Words<PromptVariables[Id]>[];
}

/** null: not given. */
export type Values<Id extends PromptId> = Readonly<Record<PromptVariables[Id], string | null>>;

/** Which prompt a call to the AI was made of. */
export interface PromptVersion {
  readonly id: PromptId;
  readonly version: number;
}

/** What is sent to the AI. */
interface Rendered {
  readonly rules: string;
  readonly prompt: string;
  readonly from: PromptVersion;
}

/** What is sent to the AI, to which model, and the most that may come back. */
export interface Ask extends Rendered {
  readonly model: string;
  readonly maxTokens: number;
}

export function rendered<Id extends PromptId>(
  { id, version, rules, prompt }: Prompt<Id>,
  values: Values<Id>,
): Rendered {
  return { rules: linesOf(rules, values), prompt: linesOf(prompt, values), from: { id, version } };
}

/** A line of what is sent, and the variables that fill it. */
export interface Line<Id extends PromptId> {
  readonly text: string;
  readonly variables: readonly PromptVariables[Id][];
}

/** What `rendered` sends, line by line, for people to read. */
export function renderedLines<Id extends PromptId>({ rules, prompt }: Prompt<Id>, values: Values<Id>): Line<Id>[] {
  return [...rules, ...prompt].flatMap((line) => {
    const text = said(line, values);
    return text === null ? [] : [{ text, variables: variablesIn(line, values) }];
  });
}

/** Of what is said with these values. */
function variablesIn<Variable extends string>(words: Words<Variable>, values: Given): Variable[] {
  if (typeof words === 'string') return Array.from(words.matchAll(VARIABLE), ([, name]) => name as Variable);
  if ('say' in words) return said(words, values) === null ? [] : variablesIn(words.say, values);
  return words.flatMap((part) => variablesIn(part, values));
}

type Given = Readonly<Record<string, string | null>>;

function linesOf(lines: readonly Words<string>[], values: Given): string {
  return lines
    .map((line) => said(line, values))
    .filter((line) => line !== null)
    .join('\n');
}

/** null: nothing is said, which is not the same as an empty line. */
function said(words: Words<string>, values: Given): string | null {
  if (typeof words === 'string') return filled(words, values);
  if ('say' in words) {
    const isSaid = 'when' in words ? valueOf(words.when, values) !== null : valueOf(words.unless, values) === null;
    return isSaid ? said(words.say, values) : null;
  }
  const parts = words.map((part) => said(part, values)).filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join('');
}

const VARIABLE = /\{(\w+)\}/g;

/** In one go: what a person wrote into a value stays as it is, braces and all. */
function filled(words: string, values: Given): string {
  return words.replaceAll(VARIABLE, (_, name: string) => valueOf(name, values) ?? '');
}

function valueOf(name: string, values: Given): string | null {
  const value = values[name];
  if (value === undefined) throw new Error(`A prompt asks for "${name}", which it is not given`);
  return value;
}
