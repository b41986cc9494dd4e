import type { Prompt } from './prompt.ts';

const POST_1: Prompt<'post'> = {
  id: 'post',
  version: 1,
  rules: [
    'You write posts for a Facebook page. ' +
      'Answer with the text of the post alone: no title line, no quotation marks around it, no Markdown.',
    { when: 'kind', say: 'Kind of post: {kind}.' },
    'Tone: {tone}. Language: {language}. Length: {words} words.',
    { when: 'voice', say: '{voice}' },
    'Invent no facts, prices, dates or names that the request does not give.',
  ],
  prompt: ['{request}', { when: 'topic', say: 'Topic: {topic}' }],
};

export const POST_PROMPTS = [POST_1] as const;
