import type { Prompt } from './prompt.ts';

const ARTICLE_RULES_1 = [
  'You write for a website about technology, in English. ' +
    'Answer with a title, the body in Markdown (500-900 words: paragraphs, ' +
    'with ## headings and short lists where they help), a summary of one or two sentences and up to six tags.',
  'Invent no tests, prices, dates, numbers or quotations that nobody gave you; ' +
    'say what a reader should check for themselves.',
] as const;

const REVIEW_1: Prompt<'review'> = {
  id: 'review',
  version: 1,
  rules: ARTICLE_RULES_1,
  prompt: [
    'Write a product review of: {productName}. ' +
      'Who is it for, what speaks for it, what against it, and what else to look at.',
  ],
};

const NEWS_1: Prompt<'news'> = {
  id: 'news',
  version: 1,
  rules: ARTICLE_RULES_1,
  prompt: ['Write an article about what moves this field now: {category}. What changes, for whom, and what to watch.'],
};

export const REVIEW_PROMPTS = [REVIEW_1] as const;
export const NEWS_PROMPTS = [NEWS_1] as const;
