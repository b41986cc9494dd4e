import type { Language } from '../../contract/generation.ts';
import type { Ask } from '../../prompts/prompt.ts';
import type { Writing } from '../../prompts/writing.ts';
import { askForPost } from '../automation/prompt.ts';
import { askForText } from '../generation/text-generator.ts';
import type { GoldenCase } from './golden-cases.ts';

/** What the AI is asked for a case: by the same code, and the same prompts, as for people. */
export function askForCase(golden: GoldenCase, writing: Writing): Ask {
  return golden.prompt === 'post' ? askAsPerson(golden, writing) : askAsAutomation(golden, writing);
}

function askAsPerson(golden: GoldenCase, writing: Writing): Ask {
  return askForText(
    {
      prompt: golden.request,
      contentType: golden.kind,
      keywords: null,
      tone: golden.tone,
      language: settingOf(golden),
      length: golden.length,
    },
    writing,
  );
}

function askAsAutomation(golden: GoldenCase, writing: Writing): Ask {
  const { brief, kind, request, recent } = golden;
  return askForPost(
    {
      pageName: brief.page,
      category: brief.category,
      scope: request,
      language: settingOf(golden),
      contentType: kind,
      recent,
      isSecondTry: false,
    },
    writing,
  );
}

/** Manglish is asked for in words; no screen has it to choose. */
function settingOf({ language }: GoldenCase): Language {
  return language === 'Manglish' ? 'English' : language;
}
