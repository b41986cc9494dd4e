import { showPrompt, type AnswerOf, type PromptOrigin } from '@pagecast/api/contract';
import { apiQuery, Badge, Disclosure, Link, Loaded, type CallInput, type Tone } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSettled } from '../use-settled.ts';
import { namePages } from './name-pages.ts';

/** After a pause this long in the typing the server is asked. */
const ASK_AFTER_MS = 700;

const ORIGINS: Readonly<Record<PromptOrigin, { label: string; tone: Tone }>> = {
  pagecast: { label: 'Pagecast', tone: 'neutral' },
  choices: { label: 'Your choices', tone: 'neutral' },
  voice: { label: 'Page voice', tone: 'accent' },
  brief: { label: 'Your brief', tone: 'ok' },
  source: { label: 'Source', tone: 'warn' },
};

type Body = CallInput<typeof showPrompt>['body'];

/** What the AI is told for this text, for who opens it. */
export function PromptView({ body }: { body: Body }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Disclosure label="What the AI is told" className="text-sm" onToggle={setIsOpen}>
      {isOpen && <PartsOf body={body} />}
    </Disclosure>
  );
}

/** Each part with where it comes from. */
function PartsOf({ body }: { body: Body }) {
  const asked = useSettled(body, ASK_AFTER_MS);
  const query = useQuery({ ...apiQuery(showPrompt, { body: asked }), placeholderData: (before) => before });
  const pageId = asked.facebookPageId;
  return (
    <div className="rounded-control border border-line bg-sunken px-3 py-3">
      <Loaded query={query} rows={3} problemTitle="We couldn't show what the AI is told">
        {({ parts }) => (
          <ul className="flex flex-col gap-2">
            {joined(parts).map(({ from, text, pages, isOfRejections = false }) => (
              <li
                key={`${from} ${text}`}
                className="grid grid-cols-1 gap-x-3 gap-y-1 sm:grid-cols-[7rem_minmax(0,1fr)]"
              >
                <span>
                  <Badge tone={ORIGINS[from].tone}>{isOfRejections ? 'Rejected posts' : ORIGINS[from].label}</Badge>
                  {pages !== undefined && (
                    <span className="mt-1 block text-xs text-ink-soft wrap-anywhere">
                      {namePages(pages, asked.pageIds?.length ?? 0)}
                    </span>
                  )}
                </span>
                <span className="text-sm wrap-anywhere whitespace-pre-wrap">{text}</span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {pageId !== null && pageId !== undefined && (
        <p className="mt-3 text-sm">
          <Link to={`/content-generator/voice?page=${pageId}`} className="text-accent underline">
            Edit page voice
          </Link>
        </p>
      )}
    </div>
  );
}

type Parts = AnswerOf<typeof showPrompt>['parts'];

/** Parts that follow each other from the same place are one. */
function joined(parts: Parts): Parts {
  const all: Parts = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last !== undefined && isFromSame(last, part))
      all[all.length - 1] = { ...last, text: `${last.text}\n${part.text}` };
    else all.push(part);
  }
  return all;
}

const isFromSame = (one: Parts[number], other: Parts[number]): boolean =>
  one.from === other.from && one.isOfRejections === other.isOfRejections && one.pages?.join() === other.pages?.join();
