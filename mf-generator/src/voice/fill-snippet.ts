import type { PageVoice } from '@pagecast/api/contract';

const VARIABLE = /\{([a-z][a-z0-9_]*)\}/g;

export interface Filled {
  readonly text: string;
  /** Variables that nobody has given a value, which stay in the text as they are written. */
  readonly missing: readonly string[];
}

/** A snippet with what stands for its variables. What a value says is not filled in again. */
export function fillSnippet(snippet: string, variables: PageVoice['variables']): Filled {
  const values = new Map(variables.map(({ name, value }) => [name, value]));
  const missing = new Set<string>();
  const text = snippet.replaceAll(VARIABLE, (written, name: string) => {
    const value = values.get(name);
    if (value === undefined) missing.add(name);
    return value ?? written;
  });
  return { text, missing: [...missing] };
}

/** A text with another put in where the caret is, with a space or a line between them where there is none. */
export function insertAt(text: string, at: number, inserted: string): { text: string; caret: number } {
  const before = text.slice(0, at);
  const after = text.slice(at);
  const lead = before === '' || /\s$/.test(before) ? '' : ' ';
  const trail = after === '' || /^\s/.test(after) ? '' : ' ';
  return { text: before + lead + inserted + trail + after, caret: before.length + lead.length + inserted.length };
}
