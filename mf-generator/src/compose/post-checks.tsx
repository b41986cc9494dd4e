import { checkPost, FACEBOOK_TEXT_LIMIT, type TextFinding } from '@pagecast/api/contract';
import { apiQuery, lazyPart, readSchedule, useSpacingMinutes, useTimeZone } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { Suspense, useRef } from 'react';
import { flushSync } from 'react-dom';
import { focusIfLost } from '../focus-if-lost.ts';
import { checkText, type Finding } from './check-text.ts';
import { describeChecks } from './describe-checks.ts';
import { contentOf, type Draft } from '../drafts/draft.ts';
import { FindingLine } from './finding-line.tsx';
import { useSettled } from '../use-settled.ts';

/** After a pause this long in the typing the server is asked. */
const ASK_AFTER_MS = 700;

const TextFindings = /* @__PURE__ */ lazyPart(async () => (await import('./text-findings.tsx')).TextFindings);

interface Props {
  readonly draft: Draft;
  readonly pageName: string | null;
  /** Takes the text put right; left out where that is not for the person to press. */
  readonly onRepair?: (content: string) => void;
  /** Has the AI write it again. */
  readonly onAgain?: () => void;
}

/** What stands in the way of the post, told while it is written. */
export function PostChecks({ draft, pageName, onRepair, onAgain }: Props) {
  const section = useRef<HTMLElement>(null);
  const content = contentOf(draft);
  const others = useOtherPosts(draft, content, pageName);
  if (content.trim() === '') return null;
  const findings = [...checkText(content), ...others.findings];
  /** The button goes away with what it mends. */
  const keepingFocus = (work: () => void) => {
    flushSync(work);
    focusIfLost(section.current);
  };
  const handleAgain = onAgain && (() => keepingFocus(onAgain));
  const handleRepair = onRepair && ((repaired: string) => keepingFocus(() => onRepair(repaired)));
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Checks"
      className="scroll-mt-20 rounded-card border border-line bg-surface px-4 py-3 sm:px-6"
    >
      <ul aria-live="polite" className="flex flex-col gap-2">
        {findings.map((finding) => (
          <FindingLine key={finding.text} {...finding} onMend={finding.isOfText === true ? handleAgain : undefined} />
        ))}
        {others.text.length > 0 && (
          <Suspense>
            <TextFindings
              findings={others.text}
              draft={draft}
              onRepair={others.isOfThisText ? handleRepair : undefined}
              onAgain={handleAgain}
            />
          </Suspense>
        )}
        {findings.length + others.text.length === 0 && (
          <li className="flex gap-2 text-ink-soft">
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
            {others.note}
          </li>
        )}
      </ul>
    </section>
  );
}

/** From here on the limit is worth saying. */
const NEARLY_FULL = 0.9 * FACEBOOK_TEXT_LIMIT;

function fineWords({ length }: string): string {
  const limit = ` Facebook allows up to ${FACEBOOK_TEXT_LIMIT.toLocaleString('en')} characters.`;
  return `Length and links are fine.${length > NEARLY_FULL ? limit : ''}`;
}

interface OtherChecks {
  readonly findings: readonly Finding[];
  readonly text: readonly TextFinding[];
  /** What is put right is the text as it stands. */
  readonly isOfThisText: boolean;
  readonly note: string;
}
const NOTHING = { findings: [], text: [], isOfThisText: false };

/** Asks once for all: the page's posts of the same text, those close in time, and what is wrong with the text. */
function useOtherPosts(draft: Draft, content: string, pageName: string | null): OtherChecks {
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
      ...(draft.mode === 'ai' && { asked: { language: draft.language, length: draft.length } }),
    },
    ASK_AFTER_MS,
  );
  const canAsk = pageName !== null && at !== null && asked.content.trim() !== '' && asked.facebookPageId > 0;
  const { data, isError, isPlaceholderData } = useQuery({
    ...apiQuery(checkPost, { body: asked }),
    enabled: canAsk,
    placeholderData: (before) => before,
  });
  if (pageName === null) return { ...NOTHING, note: `${fine} Choose a page to compare it with that page's posts.` };
  if (!canAsk || at === null) return { ...NOTHING, note: fine };
  if (isError) return { ...NOTHING, note: `${fine} We couldn't check for similar posts on this page.` };
  return {
    text: data?.text ?? [],
    isOfThisText: asked.content === content && !isPlaceholderData,
    findings: data === undefined ? [] : describeChecks(data, { pageName, at, isNow, timeZone, spacingMinutes }),
    note:
      data === undefined ? fine : `Looks good: length and links are fine, and nothing similar is planned on this page.`,
  };
}
