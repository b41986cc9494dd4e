import { NEWS_PROMPTS, REVIEW_PROMPTS } from './article.prompts.ts';
import { AUTOMATION_PROMPTS } from './automation.prompts.ts';
import { KEY_TRIAL_PROMPTS } from './key-trial.prompts.ts';
import { POST_PROMPTS } from './post.prompts.ts';
import type { Prompt, PromptId } from './prompt.ts';
import { REWORD_PROMPTS } from './reword.prompts.ts';
import { REWRITE_PROMPTS } from './rewrite.prompts.ts';
import { VARIANT_PROMPTS } from './variant.prompts.ts';
import { SOURCED_NEWS_PROMPTS, SOURCED_POST_PROMPTS } from './sourced.prompts.ts';
import { VOICE_PROMPTS } from './voice.prompts.ts';

/** Every version of everything that the AI is told, the oldest first. */
export const PROMPTS: { readonly [Id in PromptId]: readonly [Prompt<Id>, ...Prompt<Id>[]] } = {
  post: POST_PROMPTS,
  'sourced-post': SOURCED_POST_PROMPTS,
  automation: AUTOMATION_PROMPTS,
  reword: REWORD_PROMPTS,
  rewrite: REWRITE_PROMPTS,
  review: REVIEW_PROMPTS,
  news: NEWS_PROMPTS,
  'sourced-news': SOURCED_NEWS_PROMPTS,
  voice: VOICE_PROMPTS,
  variant: VARIANT_PROMPTS,
  'key-trial': KEY_TRIAL_PROMPTS,
};
