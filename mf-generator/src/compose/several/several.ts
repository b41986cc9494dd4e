import type { createComposition } from '@pagecast/api/contract';
import type { CallInput } from '@pagecast/shell/kit';
import { readPost, type DraftProblem } from '../read-draft.ts';
import { afterSuccess, contentOf, severalFrom, type Draft, type Several } from '../../drafts/draft.ts';

export type CompositionBody = CallInput<typeof createComposition>['body'];
export type SeveralPage = Several['pages'][number];

/** The draft as it stands for one page. */
export function draftOf(draft: Draft, page: SeveralPage): Draft {
  const content = page.content ?? contentOf(draft);
  return {
    ...draft,
    pageId: page.pageId,
    ...(draft.mode === 'ai' ? { generated: content } : { manual: content }),
    schedule: page.schedule ?? draft.schedule,
    failedPostId: 0,
  };
}

/** What a page has that the others have not, in words. */
export function differencesOf({ content, schedule }: SeveralPage): string[] {
  return [...(content === undefined ? [] : ['Own text']), ...(schedule === undefined ? [] : ['Own time'])];
}

/** With these pages alone; one that was among them keeps what it has of its own. */
export function withPages(several: Several, pageIds: readonly string[]): Several {
  const known = new Map(several.pages.map((page) => [page.pageId, page]));
  return { ...several, pages: [...new Set(pageIds)].map((pageId) => known.get(pageId) ?? { pageId }) };
}

/** A page and its own time. */
export type OwnTime = readonly [pageId: string, schedule: NonNullable<SeveralPage['schedule']>];

export function withOwnTimes(several: Several, times: readonly OwnTime[]): Several {
  const timeOf = new Map(times);
  return {
    ...several,
    pages: several.pages.map((page) => {
      const schedule = timeOf.get(page.pageId);
      return schedule === undefined ? page : { ...page, schedule };
    }),
  };
}

/** With nothing but this of its own for one page. */
export function withOwn(several: Several, pageId: string, own: Pick<SeveralPage, 'content' | 'schedule'>): Several {
  return {
    ...several,
    pages: several.pages.map((page) => (page.pageId === pageId ? withoutEmpty({ pageId, ...own }) : page)),
  };
}

function withoutEmpty({ pageId, content, schedule }: SeveralPage): SeveralPage {
  return { pageId, ...(content !== undefined && { content }), ...(schedule !== undefined && { schedule }) };
}

const MOST_MINUTES = 1440;
/** null: not a whole number of minutes up to a day. */
export function readMinutes(typed: string): number | null {
  const minutes = Number(typed.trim());
  return /^\d{1,4}$/.test(typed.trim()) && minutes <= MOST_MINUTES ? minutes : null;
}

type Reading = { readonly body: CompositionBody } | { readonly problem: DraftProblem; readonly pageId?: string };

/**
 * The composition that the action button would make, or what is missing and for which page.
 * @param nameOf the name of a page
 */
export function readComposition(
  draft: Draft,
  several: Several,
  { timeZone, now, nameOf }: { timeZone: string; now: Date; nameOf: (pageId: string) => string },
): Reading {
  const [first] = several.pages;
  const common = readPost({ ...draft, pageId: first?.pageId ?? '', failedPostId: 0 }, { timeZone, now });
  if ('problem' in common) return common;
  const staggerMinutes = several.spread === 'apart' ? readMinutes(several.minutesApart) : 0;
  if (staggerMinutes === null)
    return {
      problem: {
        title: 'Minutes Between Pages',
        description: `Enter a whole number of minutes, up to ${MOST_MINUTES.toLocaleString('en')}.`,
        field: 'several',
      },
    };
  const pages = [];
  for (const page of several.pages) {
    const own = readPost(draftOf(draft, page), { timeZone, now });
    if ('problem' in own)
      return {
        problem: { ...own.problem, description: `${nameOf(page.pageId)}: ${own.problem.description}` },
        pageId: page.pageId,
      };
    pages.push({
      facebookPageId: Number(page.pageId),
      ...(page.content !== undefined && { content: page.content }),
      ...(page.schedule !== undefined && own.body.scheduledAt != null && { scheduledAt: own.body.scheduledAt }),
    });
  }
  const { content, contentType, tone, keywords, isAiGenerated, generationId, status, scheduledAt } = common.body;
  return {
    body: {
      content,
      ...(contentType !== undefined && { contentType }),
      tone: tone ?? null,
      keywords: keywords ?? null,
      isAiGenerated: isAiGenerated ?? false,
      ...(generationId !== undefined && { generationId }),
      status: several.spread === 'best' ? 'scheduled' : status,
      scheduledAt: scheduledAt ?? null,
      ...(staggerMinutes > 0 && { staggerMinutes }),
      ...(several.spread === 'best' && { atBestTime: true }),
      pages,
    },
  };
}

/** What is left for the next text: the same pages, with nothing of their own. */
export function afterComposition(draft: Draft, several: Several): Draft {
  const pages = several.pages.map(({ pageId }) => ({ pageId }));
  return { ...afterSuccess(draft), several: { ...severalFrom(''), pages } };
}
