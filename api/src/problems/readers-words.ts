import { AsyncLocalStorage } from 'node:async_hooks';
import type { Middleware } from 'koa';
import { english } from './english/english.ts';
import { LANGUAGES } from './languages.ts';
import type { Words } from './words.ts';

/** Who reads is known where a call comes in, and words are made deep below it: nothing between has to hand it down. */
const reader = new AsyncLocalStorage<Words>();

/** Everything that a call says of problems is in the language that its caller's browser asks for. */
export function inReadersLanguage(languages = LANGUAGES): Middleware {
  const tags = Object.keys(languages);
  // Nobody asks for anything else then than what is said where nobody asks.
  if (Object.values(languages).every((words) => words === english)) return (_ctx, next) => next();
  return (ctx, next) => {
    const words = languages[ctx.acceptsLanguages(tags) || ''];
    return words === undefined ? next() : reader.run(words, next);
  };
}

/** The same words where nobody calls: in English. */
const words = (): Words => reader.getStore() ?? english;

export const problemWords: Words['problem'] = (problem, reading) => words().problem(problem, reading);
export const reasonWords: Words['reason'] = (reason, now) => words().reason(reason, now);
export const recurrenceWords: Words['recurrence'] = (problem) => words().recurrence(problem);
export const worseWords: Words['worse'] = (worse) => words().worse(worse);
export const verdictWords: Words['verdict'] = (verdict) => words().verdict(verdict);
export const uploadWords: Words['upload'] = (upload) => words().upload(upload);
