import { checkPost, FACEBOOK_TEXT_LIMIT } from '@pagecast/api/contract';
import { apiQuery, Link, readSchedule, useSpacingMinutes, useTimeZone } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { checkText, type Finding } from './check-text.ts';
import { describeChecks } from './describe-checks.ts';
import { contentOf, type Draft } from '../drafts/draft.ts';
import { useSettled } from '../use-settled.ts';

/** After a pause this long in the typing the server is asked. */
const ASK_AFTER_MS = 700;

/** What stands in the way of the post, told while it is written. */
export function PostChecks({ draft, pageName }: { draft: Draft; pageName: string | null }) {
  const content = contentOf(draft);
  const others = useOtherPosts(draft, content, pageName);
  if (content.trim() === '') return null;
  const findings = [...checkText(content), ...others.findings];
  return (
    <section aria-label="Checks" className="rounded-card border border-line bg-surface px-4 py-3 sm:px-6">
      <ul aria-live="polite" className="flex flex-col gap-2">
        {findings.map((finding) => (
          <FindingLine key={finding.text} {...finding} />
        ))}
        {findings.length === 0 && (
          <li className="flex gap-2 text-ink-soft">
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
            {others.note}
          </li>
        )}
      </ul>
    </section>
  );
}

function FindingLine({ tone, text, postId, isOfOther = false }: Finding) {
  const Icon = tone === 'bad' ? CircleX : TriangleAlert;
  return (
    <li className="flex gap-2 wrap-anywhere">
      <Icon
        role="img"
        aria-label={tone === 'bad' ? 'Problem' : 'Warning'}
        className={tone === 'bad' ? 'mt-0.5 size-4 shrink-0 text-bad' : 'mt-0.5 size-4 shrink-0 text-warn'}
      />
      <span>
        {text}
        {postId !== undefined && (
          <>
            {' '}
            <Link
              to={`/history/post?id=${postId}${isOfOther ? '&of=others' : ''}`}
              className="whitespace-nowrap text-accent underline"
            >
              See that post
            </Link>
          </>
        )}
      </span>
    </li>
  );
}

/** From here on the limit is worth saying. */
const NEARLY_FULL = 0.9 * FACEBOOK_TEXT_LIMIT;

function fineWords({ length }: string): string {
  const limit = ` Facebook allows up to ${FACEBOOK_TEXT_LIMIT.toLocaleString('en')} characters.`;
  return `Length and links are fine.${length > NEARLY_FULL ? limit : ''}`;
}

/** Asks once for both: the page's posts of the same text, and those close in time. */
function useOtherPosts(draft: Draft, content: string, pageName: string | null): { findings: Finding[]; note: string } {
  const fine = fineWords(content);
  const timeZone = useTimeZone();
  const spacingMinutes = useSpacingMinutes();
  const now = new Date();
  const isNow = draft.schedule.date === '' && draft.schedule.time === '';
  const reading = isNow ? { at: now } : readSchedule(draft.schedule, { timeZone, now });
  const at = 'at' in reading ? reading.at : null;
  const asked = useSettled(
    {
      content,
      facebookPageId: Number(draft.pageId),
      scheduledAt: isNow ? null : (at?.toISOString() ?? null),
      postId: draft.failedPostId === 0 ? null : draft.failedPostId,
    },
    ASK_AFTER_MS,
  );
  const canAsk = pageName !== null && at !== null && asked.content.trim() !== '' && asked.facebookPageId > 0;
  const { data, isError } = useQuery({
    ...apiQuery(checkPost, { body: asked }),
    enabled: canAsk,
    placeholderData: (before) => before,
  });
  if (pageName === null) return { findings: [], note: `${fine} Choose a page to compare it with that page's posts.` };
  if (!canAsk || at === null) return { findings: [], note: fine };
  if (isError) return { findings: [], note: `${fine} We couldn't check for similar posts on this page.` };
  return {
    findings: data === undefined ? [] : describeChecks(data, { pageName, at, isNow, timeZone, spacingMinutes }),
    note:
      data === undefined ? fine : `Looks good: length and links are fine, and nothing similar is planned on this page.`,
  };
}
