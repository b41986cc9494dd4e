import {
  MAX_POSTS_PER_CYCLE,
  MIN_POSTS_PER_CYCLE,
  type AutomationSettings,
  type PageConfiguration,
} from '@pagecast/api/contract';
import type { Frequency } from '../cycle/frequency.ts';

/** What a person can set for a page. */
export type PageChoices = Pick<
  PageConfiguration,
  | 'isEnabled'
  | 'contentCount'
  | 'contentScope'
  | 'language'
  | 'mode'
  | 'isUnreadAgreed'
  | 'holdsUnsourced'
  | 'disclosure'
>;

/** What was changed and not saved yet: only the differences, so that news from the server shows through. */
export interface Edits {
  readonly frequency?: Frequency;
  readonly pages: Readonly<Record<string, Partial<PageChoices>>>;
}

export const noEdits: Edits = { pages: {} };

const CHOICES = [
  'isEnabled',
  'contentCount',
  'contentScope',
  'language',
  'mode',
  'isUnreadAgreed',
  'holdsUnsourced',
  'disclosure',
] as const satisfies readonly (keyof PageChoices)[];

/** The settings as they would be with the edits saved. */
export function withEdits(settings: AutomationSettings, edits: Edits): AutomationSettings {
  return {
    ...settings,
    regenerationFrequency: edits.frequency ?? settings.regenerationFrequency,
    pageConfigurations: settings.pageConfigurations.map((page) =>
      edits.pages[page.pageId] === undefined ? page : { ...page, ...edits.pages[page.pageId] },
    ),
  };
}

/**
 * What still differs from the settings: an edit that was taken back, or that somebody else made too, is none; nor is
 * one of a page that is gone.
 */
export function realEdits(settings: AutomationSettings, edits: Edits): Edits {
  const pages = settings.pageConfigurations.flatMap((page) => {
    const given = edits.pages[page.pageId] ?? {};
    const differing = CHOICES.filter((name) => given[name] !== undefined && given[name] !== page[name]);
    return differing.length === 0
      ? []
      : [[String(page.pageId), Object.fromEntries(differing.map((name) => [name, given[name]]))] as const];
  });
  return {
    ...(edits.frequency !== undefined &&
      edits.frequency !== settings.regenerationFrequency && { frequency: edits.frequency }),
    pages: Object.fromEntries(pages),
  };
}

export function changeCount(edits: Edits): number {
  return (
    (edits.frequency === undefined ? 0 : 1) +
    Object.values(edits.pages).reduce((sum, page) => sum + Object.keys(page).length, 0)
  );
}

export function editPages(edits: Edits, pageIds: readonly number[], change: Partial<PageChoices>): Edits {
  const changed = pageIds.map((id) => [String(id), { ...edits.pages[id], ...change }] as const);
  return { ...edits, pages: { ...edits.pages, ...Object.fromEntries(changed) } };
}

/** What a save sends: the pages that were changed, whole. */
export function saveBody(settings: AutomationSettings, edits: Edits) {
  return {
    ...(edits.frequency !== undefined && { regenerationFrequency: edits.frequency }),
    pageConfigurations: settings.pageConfigurations.flatMap((page) => {
      const change = edits.pages[page.pageId];
      if (change === undefined) return [];
      const wanted = { ...page, ...change };
      const { pageId, isEnabled, contentCount, contentScope, language, mode, isUnreadAgreed } = wanted;
      const { holdsUnsourced, disclosure = '' } = wanted;
      // An older server has no such fields, and would refuse them.
      const agreement = page.isUnreadAgreed === undefined ? {} : { isUnreadAgreed };
      const holding = page.holdsUnsourced === undefined ? {} : { holdsUnsourced };
      const disclosing = page.disclosure === undefined ? {} : { disclosure };
      return [
        { pageId, isEnabled, contentCount, contentScope, language, mode, ...agreement, ...holding, ...disclosing },
      ];
    }),
  };
}

/** 1 for anything that is no whole number from 1 to 10. Source: spec section 5. */
export function readContentCount(text: string): number {
  const count = Number(text.trim() === '' ? Number.NaN : text);
  return Number.isInteger(count) && count >= MIN_POSTS_PER_CYCLE && count <= MAX_POSTS_PER_CYCLE
    ? count
    : MIN_POSTS_PER_CYCLE;
}
