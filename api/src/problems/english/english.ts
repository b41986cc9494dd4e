import type { Words } from '../words.ts';
import { problemWords } from './problem-words.ts';
import { recurrenceWords } from './recurrence-words.ts';
import { reasonWords } from './reason-words.ts';
import { verdictWords, worseWords } from './release-words.ts';
import { uploadWords } from './upload-words.ts';

export const english: Words = {
  problem: problemWords,
  reason: reasonWords,
  recurrence: recurrenceWords,
  upload: uploadWords,
  worse: worseWords,
  verdict: verdictWords,
};
