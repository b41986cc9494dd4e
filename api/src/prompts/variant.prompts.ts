import type { Prompt } from './prompt.ts';

/** Said after the rules of the post itself. */
const VARIANT_1: Prompt<'variant'> = {
  id: 'variant',
  version: 1,
  rules: [
    'Three writers each write this post, for its owner to choose one. ' +
      'Write what the other two would not: another opening, another structure, other words.',
    { when: 'isFirst', say: 'You begin with what the reader feels or needs, and speak to them directly.' },
    { when: 'isSecond', say: 'You begin with the plainest fact of the request, and write short sentences.' },
    { when: 'isThird', say: 'You begin with a small scene or a question, and tell it as a story.' },
  ],
  prompt: [],
};

export const VARIANT_PROMPTS = [VARIANT_1] as const;
