import type { Prompt, PromptId } from '../../../prompts/prompt.ts';
import { writingBy, type Writing } from '../../../prompts/writing.ts';

type Edit = (words: string) => string;

/** Changes of a prompt that somebody might make in good faith. */
export const PROMPT_REGRESSIONS: Readonly<Record<string, Writing>> = {
  'rules that name no language': edited((words) => words.replace('Language: {language}. ', '')),
  'rules that always say English': edited((words) => words.replace('{language}', 'English')),
  'rules that always say Bahasa Melayu': edited((words) => words.replace('{language}', 'Bahasa Melayu')),
  'rules with a length of their own': edited((words) =>
    words.replace('Length: {words} words', 'Length: 250-400 words').replace('50-120 words', '250-400 words'),
  ),
  'rules that ask for a headline': edited((words) =>
    words.replace('{words} words', '10-15 words').replace('50-120', '10-15'),
  ),
  'rules that ask for Markdown': edited((words) => words.replaceAll('no Markdown', 'in Markdown')),
  'rules against hashtags': edited((words) => words.replace('Invent no facts', 'No hashtags. Invent no facts')),
  'rules that always ask for hashtags': edited((words) =>
    words.replace('Invent no facts', 'Add hashtags. Invent no facts'),
  ),
  'a prompt without the request': edited((words) =>
    words.replace('{request}', 'Write it now.').replace('{scope}', 'Write it now.'),
  ),
  'variants that ask for hashtags': editedOf(['variant'], (words) =>
    words.replace('other words.', 'other words. Add hashtags.'),
  ),
  'rewriting that is not told to translate': editedOf(['rewrite'], (words) =>
    words.replace('Translate it into {language}, as people there would say it.', 'Make it read well.'),
  ),
  'translations the other way round': editedOf(['rewrite'], (words) =>
    words.replace('Translate it into {language}', 'Translate it into English'),
  ),
  'rewriting that is not told how long': editedOf(['rewrite'], (words) =>
    words.replace('at most {fewer} words', 'at most 300 words').replace('about {more} words', 'about 20 words'),
  ),
  'rewriting without the text': editedOf(['rewrite'], (words) => words.replace('{text}', '')),
  'rewriting of more than the selection': editedOf(['rewrite'], (words) =>
    words.replace('<text>{text}</text>', '<text>{before} {text} {after}</text>'),
  ),
  'spelling that is not put right': editedOf(['rewrite'], (words) =>
    words.replace('Correct its spelling, grammar and punctuation', 'Check it'),
  ),
  'rewording that keeps no fact': editedOf(['reword'], (words) => words.replace('every fact, name, price', 'the mood')),
  'rewording without the post': editedOf(['reword'], (words) => words.replace('{content}', 'The post.')),
  'sources without their fence': editedOf(['sourced-post', 'sourced-news'], (words) =>
    words.replace(/^<\/?source>$/, ''),
  ),
  'posts about a link without the link': editedOf(['sourced-post'], (words) => words.replace('{source}', '')),
  'news about a link without the link': editedOf(['sourced-news'], (words) => words.replace('{source}', '')),
  'articles in Malay': editedOf(['review', 'news'], (words) => words.replace('in English', 'in Bahasa Melayu')),
  'articles of a few words': editedOf(['review', 'news'], (words) => words.replace('500-900 words', '50-100 words')),
  'reviews without the product': editedOf(['review'], (words) => words.replace('{productName}', 'it')),
  'news without the field': editedOf(['news'], (words) => words.replace('{category}', 'technology')),
  'a voice without the posts': editedOf(['voice'], (words) => words.replace('{posts}', '')),
};

function edited(edit: Edit): Writing {
  const first = writingBy('simulated');
  return { ...first, prompt: (id) => editedPrompt(first.prompt(id), edit) };
}

function editedOf(ids: readonly PromptId[], edit: Edit): Writing {
  const first = writingBy('simulated');
  return { ...first, prompt: (id) => (ids.includes(id) ? editedPrompt(first.prompt(id), edit) : first.prompt(id)) };
}

/** Words of a prompt are data: what stands in any place of it can be put otherwise. */
function editedPrompt<One extends Prompt>(prompt: One, edit: Edit): One {
  return JSON.parse(JSON.stringify(prompt), (_, value: unknown) =>
    typeof value === 'string' ? edit(value) : value,
  ) as One;
}
