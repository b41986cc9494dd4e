import { estimateVariants, VARIANTS } from '@pagecast/api/contract';
import { apiQuery, Button } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { Columns3, X } from 'lucide-react';
import { useId } from 'react';
import { flushSync } from 'react-dom';
import { focusIfLost } from '../../focus-if-lost.ts';
import { withChosen, type Draft } from '../../drafts/draft.ts';
import { useOpenDraft } from '../../drafts/use-draft.ts';
import { useSettled } from '../../use-settled.ts';
import type { GenerationBody } from '../read-draft.ts';
import { costBefore } from '../rewriting/rewriting-words.ts';
import { useVariants } from './use-variants.ts';
import { VariantCard } from './variant-card.tsx';
import { likeThis, progressOf } from './variant-state.ts';

/** After a pause this long in the typing the server is asked. */
const ASK_AFTER_MS = 700;

interface Props {
  readonly draft: Draft;
  /** What the AI is asked for; null where it can't be asked: what it wrote before stays. */
  readonly body: GenerationBody | null;
}

/** Has the AI write the post three times, side by side, for the person to choose one. */
export function Variants(props: Props) {
  const { key } = useOpenDraft();
  return <VariantsOf key={key} {...props} />;
}

function VariantsOf({ draft, body }: Props) {
  const { key, store } = useOpenDraft();
  const { run, start, stop, stopAll, close } = useVariants(key);
  const id = useId();
  const isWriting = run?.variants.some(({ state }) => state === 'writing') === true;
  const texts = run?.variants.map(({ text }) => text) ?? [];
  if (body === null && run === null) return null;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {(body !== null || isWriting) && (
          <Button
            id={`${id}-again`}
            icon={<Columns3 aria-hidden />}
            busy={isWriting}
            busyLabel={`Writing ${VARIANTS} variants...`}
            onClick={() => body !== null && start(body)}
          >
            {run === null ? `Write ${VARIANTS} variants` : `Write ${VARIANTS} others`}
          </Button>
        )}
        {isWriting && <Button onClick={thenFocus(stopAll, `${id}-again`)}>Stop all</Button>}
        {run !== null && !isWriting && (
          <Button variant="ghost" icon={<X aria-hidden />} onClick={thenFocus(close, `${id}-again`)}>
            Close variants
          </Button>
        )}
        {!isWriting && body !== null && <Cost body={body} />}
      </div>
      <p role="status" className="sr-only">
        {run !== null && progressOf(run.variants)}
      </p>
      {run !== null && (
        <>
          <WaysToEach id={id} count={run.variants.length} />
          <div className="grid grid-cols-1 gap-3 @2xl:grid-cols-3">
            {run.variants.map((variant, place) => (
              <VariantCard
                // eslint-disable-next-line react/no-array-index-key
                key={place}
                id={`${id}-${place}`}
                number={place + 1}
                variant={variant}
                like={likeThis(place, run.alike)}
                isInUse={variant.state !== 'writing' && variant.text !== '' && variant.text === draft.generated}
                onStop={thenFocus(() => stop(place), `${id}-${place}`)}
                onUse={() =>
                  store.changeOf(key, (before) =>
                    withChosen(before, { content: variant.text, generationId: variant.generationId }, texts),
                  )
                }
              />
            ))}
          </div>
        </>
      )}
    </div>
  );
}

/** The button goes away with its press: the focus goes on to where one goes on. */
function thenFocus(work: () => void, nextId: string): () => void {
  return () => {
    flushSync(work);
    focusIfLost(document.getElementById(nextId));
  };
}

/** On a small screen they stand below each other. */
function WaysToEach({ id, count }: { id: string; count: number }) {
  return (
    <nav aria-label="Variants" className="flex flex-wrap gap-2 @2xl:hidden">
      {Array.from({ length: count }, (_, place) => (
        // Each stays in its place.
        <Button key={place} size="sm" variant="ghost" onClick={() => goTo(`${id}-${place}`)}>
          Variant {place + 1}
        </Button>
      ))}
    </nav>
  );
}

function Cost({ body }: { body: GenerationBody }) {
  const asked = useSettled(body, ASK_AFTER_MS);
  const { data } = useQuery({ ...apiQuery(estimateVariants, { body: asked }), placeholderData: (known) => known });
  if (data === undefined) return null;
  return (
    <p className="text-sm text-ink-soft">
      AI cost of all {VARIANTS}: {costBefore(data)}
    </p>
  );
}

function goTo(id: string): void {
  const heading = document.getElementById(id);
  heading?.focus({ preventScroll: true });
  heading?.closest('section')?.scrollIntoView({ block: 'start' });
}
