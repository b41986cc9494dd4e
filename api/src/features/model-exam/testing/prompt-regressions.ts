import type { Prompt } from '../../../prompts/prompt.ts';
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
};

function edited(edit: Edit): Writing {
  const first = writingBy('simulated');
  return { ...first, prompt: (id) => editedPrompt(first.prompt(id), edit) };
}

/** Words of a prompt are data: what stands in any place of it can be put otherwise. */
function editedPrompt<One extends Prompt>(prompt: One, edit: Edit): One {
  return JSON.parse(JSON.stringify(prompt), (_, value: unknown) =>
    typeof value === 'string' ? edit(value) : value,
  ) as One;
}
