import { showSource, SOURCE_TEXT_LENGTH, type Source } from '@pagecast/api/contract';
import {
  apiQuery,
  Button,
  formatHistoryDate,
  IconButton,
  reasonOf,
  Skeleton,
  statusOf,
  useTimeZone,
} from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink, FileText, Link2, X } from 'lucide-react';
import type { Ref } from 'react';
import type { DraftSource } from '../drafts/draft.ts';

interface Props {
  readonly source: DraftSource;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
  readonly ref?: Ref<HTMLElement> | undefined;
}

/** What a text is about, as it was read, so that people see what the AI is given. */
export function SourceCard({ source, isBusy, onRemove, ref }: Props) {
  const { data, error, isPending, refetch } = useQuery(apiQuery(showSource, { params: { id: source.id } }));
  const Icon = source.address === undefined ? FileText : Link2;
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label="Source"
      className="flex flex-col gap-2 rounded-control border border-line bg-sunken p-4"
    >
      <div className="flex items-start gap-3">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-soft" />
        <div className="min-w-0 grow">
          <p dir="auto" className="font-medium wrap-anywhere">
            {source.title}
          </p>
          <p className="text-sm text-ink-soft wrap-anywhere">
            {source.address === undefined ? source.name : <PageLink name={source.name} address={source.address} />}
            {data !== undefined && <Facts source={data} />}
          </p>
        </div>
        <IconButton label="Remove source" icon={<X aria-hidden />} disabled={isBusy} onClick={onRemove} />
      </div>
      {isPending && <Skeleton className="h-5 w-full" />}
      {data !== undefined && <Beginning source={data} />}
      {error !== null && (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-sm text-bad">
          {reasonOf(error, "We couldn't load what was read.")}
          {statusOf(error) !== 404 && (
            <Button size="sm" onClick={() => void refetch()}>
              Retry
            </Button>
          )}
        </p>
      )}
    </section>
  );
}

function PageLink({ name, address }: { name: string; address: string }) {
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-6 items-center gap-1 text-accent underline pointer-coarse:min-h-11"
    >
      {name}
      <ExternalLink aria-hidden className="size-3.5" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}

function Facts({ source: { author, publishedAt, words } }: { source: Source }) {
  const timeZone = useTimeZone();
  const facts = [
    ...(author === null ? [] : [author]),
    ...(publishedAt === null ? [] : [formatHistoryDate(new Date(publishedAt), timeZone)]),
    `${words.toLocaleString('en')} words`,
  ];
  return <> · {facts.join(' · ')}</>;
}

function Beginning({ source: { beginning, isCut } }: { source: Source }) {
  return (
    <>
      <p dir="auto" className="line-clamp-3 max-w-[72ch] text-sm wrap-anywhere whitespace-pre-line">
        {beginning}
      </p>
      {isCut && (
        <p className="text-xs text-ink-soft">
          This is long, so the AI reads only its first {SOURCE_TEXT_LENGTH.toLocaleString('en')} characters.
        </p>
      )}
    </>
  );
}
