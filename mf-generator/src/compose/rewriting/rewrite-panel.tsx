import {
  estimateRewriting,
  REWRITE_LENGTH,
  REWRITINGS,
  SURROUNDINGS_LENGTH,
  TONES,
  type Rewriting,
  type Tone,
} from '@pagecast/api/contract';
import { apiQuery, Button, ChoiceField } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSettled } from '../../use-settled.ts';
import { partOf, type Part, type Range } from './place-change.ts';
import { costBefore, quoted, REWRITING_LABELS, wordsOf } from './rewriting-words.ts';

/** After a pause this long in the typing the server is asked. */
const ASK_AFTER_MS = 700;

/** What of a text is rewritten, in which way, and about what it costs. */
export function RewritePanel({
  text,
  selected,
  onWhole,
  pageId,
  tone: toneOfDraft,
  onRewrite,
}: {
  text: string;
  selected: Range | null;
  onWhole: () => void;
  pageId: number | null;
  tone: Tone;
  onRewrite: (part: Part, rewriting: Rewriting, tone: Tone) => void;
}) {
  const [tone, setTone] = useState<Tone>(TONES.find((one) => one !== toneOfDraft) ?? toneOfDraft);
  const part = partOf(text, selected, SURROUNDINGS_LENGTH);
  const isTooLong = part.text.length > REWRITE_LENGTH;
  const canRewrite = part.text !== '' && !isTooLong;
  return (
    <div className="flex flex-col gap-3 rounded-control border border-line bg-sunken p-3">
      <p className="wrap-anywhere">
        {selected === null ? (
          <>The whole text, {wordsOf(part.text)}. Select a part above to rewrite only that.</>
        ) : (
          <>
            Selected: {quoted(part.text)}, {wordsOf(part.text)}.{' '}
            <button type="button" onClick={onWhole} className="min-h-6 text-accent underline pointer-coarse:min-h-11">
              Rewrite the whole text
            </button>
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {REWRITINGS.filter((one) => one !== 'retone').map((one) => (
          <Button key={one} size="sm" disabled={!canRewrite} onClick={() => onRewrite(part, one, tone)}>
            {REWRITING_LABELS[one]}
          </Button>
        ))}
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <ChoiceField label="New tone" className="min-w-36" value={tone} onValueChange={setTone} options={TONES} />
        <Button disabled={!canRewrite} onClick={() => onRewrite(part, 'retone', tone)}>
          Change tone
        </Button>
      </div>
      {isTooLong ? (
        <p className="text-sm text-warn">
          That's too long to rewrite at once. Select up to {REWRITE_LENGTH.toLocaleString('en')} characters.
        </p>
      ) : (
        canRewrite && <Cost part={part} pageId={pageId} />
      )}
    </div>
  );
}

/** Of the dearest of them, which is told for all. */
function Cost({ part, pageId }: { part: Part; pageId: number | null }) {
  const { text, before, after } = part;
  const body = useSettled(
    { rewriting: 'lengthen' as const, text, before, after, facebookPageId: pageId },
    ASK_AFTER_MS,
  );
  const { data, isError } = useQuery({
    ...apiQuery(estimateRewriting, { body }),
    enabled: body.text !== '',
    placeholderData: (known) => known,
  });
  if (isError) return <p className="text-sm text-ink-soft">We couldn't work out what this costs.</p>;
  return (
    <p className="min-h-5 text-sm text-ink-soft">{data !== undefined && `AI cost of each: ${costBefore(data)}`}</p>
  );
}
