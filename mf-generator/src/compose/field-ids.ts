import type { Draft } from '../drafts/draft.ts';

/** Where a problem sends the focus. */
export const FIELD_IDS = {
  pageId: 'compose-page',
  contentType: 'compose-content-type',
  keywords: 'compose-keywords',
  generated: 'compose-generated',
  manual: 'compose-manual',
} as const;

const FALLBACKS = new Map<keyof Draft, string>([['generated', FIELD_IDS.keywords]]);

export function focusField(field: keyof Draft): void {
  const own = new Map<string, string>(Object.entries(FIELD_IDS)).get(field);
  const found = document.getElementById(own ?? '') ?? document.getElementById(FALLBACKS.get(field) ?? '');
  const wrong = document.querySelector<HTMLElement>('input[aria-invalid="true"]');
  (found ?? wrong ?? document.querySelector<HTMLElement>('input[name="date"]'))?.focus();
}
