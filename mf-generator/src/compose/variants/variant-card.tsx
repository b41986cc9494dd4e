import { Badge, Button, cn } from '@pagecast/shell/kit';
import { Check, CircleX, Square, TriangleAlert } from 'lucide-react';
import { costAfter, wordsOf } from '../rewriting/rewriting-words.ts';
import type { Variant } from './variant-state.ts';

interface ChoiceProps {
  readonly variant: Variant;
  readonly number: number;
  readonly isInUse: boolean;
  readonly onUse: () => void;
  readonly onStop: () => void;
}

interface Props extends ChoiceProps {
  /** Of its heading, to be gone to. */
  readonly id: string;
  /** Those that are nearly the same. */
  readonly like: readonly number[];
}

/** One variant: while it is written, and once it can be chosen. */
export function VariantCard({ id, like, ...choice }: Props) {
  const { variant, number, isInUse } = choice;
  const { text, state } = variant;
  return (
    <section
      aria-labelledby={id}
      className={cn(
        'flex min-w-0 scroll-mt-20 flex-col gap-2 rounded-control border bg-surface p-3',
        isInUse ? 'border-accent' : 'border-line',
      )}
    >
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
        <h2 id={id} tabIndex={-1} className="font-semibold outline-none">
          Variant {number}
        </h2>
        {isInUse && <Badge tone="accent">In your post</Badge>}
      </div>
      <div
        role="group"
        aria-label={`Text of variant ${number}`}
        aria-busy={state === 'writing'}
        // What scrolls can be scrolled by key as well.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        dir="auto"
        className="max-h-[45dvh] min-h-30 grow overflow-y-auto text-read wrap-anywhere whitespace-pre-wrap"
      >
        {text}
        {state === 'writing' && (
          <span className="ml-0.5 inline-block h-4 w-0.5 animate-glow bg-accent align-text-bottom" />
        )}
      </div>
      <Ending variant={variant} />
      {like.length > 0 && (
        <p className="flex gap-2 text-sm">
          <TriangleAlert role="img" aria-label="Warning" className="mt-0.5 size-4 shrink-0 text-warn" />
          Nearly the same as variant {like.join(' and ')}.
        </p>
      )}
      <Choice {...choice} />
    </section>
  );
}

function Choice({ variant: { state, text }, number, isInUse, onUse, onStop }: ChoiceProps) {
  if (state === 'writing')
    return (
      // Another button than the one to use it, which comes in its place: who still presses this one means this one.
      <Button key="stop" size="sm" icon={<Square aria-hidden />} aria-label={`Stop variant ${number}`} onClick={onStop}>
        Stop
      </Button>
    );
  if (text === '') return null;
  return (
    <Button key="use" size="sm" icon={<Check aria-hidden />} aria-pressed={isInUse} onClick={onUse}>
      Use variant {number}
    </Button>
  );
}

/** What came of it, and what it has cost. */
function Ending({ variant: { state, text, costMicros, problem } }: { variant: Variant }) {
  if (state === 'writing') return <p className="text-sm text-ink-soft">Writing...</p>;
  if (state === 'ready')
    return (
      <p className="text-sm text-ink-soft">
        {wordsOf(text)}. {costAfter(costMicros)}
      </p>
    );
  if (state === 'stopped') return <p className="text-sm text-ink-soft">Stopped after {wordsOf(text)}.</p>;
  return (
    <p className="flex gap-2 text-sm">
      <CircleX role="img" aria-label="Problem" className="mt-0.5 size-4 shrink-0 text-bad" />
      {problem ?? 'This one failed.'}
    </p>
  );
}
