import type { Prompt } from './prompt.ts';

const KEY_TRIAL_1: Prompt<'key-trial'> = {
  id: 'key-trial',
  version: 1,
  rules: ['Answer with the single word OK.'],
  prompt: ['Is anybody there?'],
};

export const KEY_TRIAL_PROMPTS = [KEY_TRIAL_1] as const;
