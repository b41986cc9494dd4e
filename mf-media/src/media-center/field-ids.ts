import type { FieldName } from './read-draft.ts';

export const FIELD_IDS = { page: 'media-page', content: 'media-content', files: 'media-files' } as const;

/** Sends the focus to where a problem is mended. */
export function focusField(field: FieldName): void {
  const found = field === 'schedule' ? null : document.getElementById(FIELD_IDS[field]);
  (
    found ??
    document.querySelector<HTMLElement>(
      field === 'schedule' ? 'input[name="date"]' : 'ol[aria-label="Chosen files"] button',
    )
  )?.focus();
}
