import { GENERATOR_CONTENT_TYPES } from '@pagecast/api/contract';
import { Button, GenerationFields, LatePart, lazyPart, Skeleton } from '@pagecast/shell/kit';
import { RefreshCw, Sparkles } from 'lucide-react';
import { useState, type Dispatch, type FormEvent, type SetStateAction } from 'react';
import type { Draft } from '../drafts/draft.ts';
import { SourcePart } from '../sources/source-part.tsx';
import { FIELD_IDS, focusField } from './field-ids.ts';
import { readGeneration, type GenerationBody } from './read-draft.ts';
import { useGenerating, type Writing } from './use-generating.ts';
import { WritingView } from './writing-view.tsx';

/** Comes while the first text is written. */
const GeneratedText = /* @__PURE__ */ lazyPart(async () => (await import('./generated-text.tsx')).GeneratedText);
const Variants = /* @__PURE__ */ lazyPart(async () => (await import('./variants/variants.tsx')).Variants);
const PromptView = /* @__PURE__ */ lazyPart(async () => (await import('../voice/prompt-view.tsx')).PromptView);

interface AiFieldsProps {
  draft: Draft;
  onDraft: Dispatch<SetStateAction<Draft>>;
  writing: Writing;
}

export function AiFields({ draft, onDraft, writing }: AiFieldsProps) {
  const generate = useGenerating(draft, writing);
  const onChange = (part: Partial<Draft>) => onDraft((before) => ({ ...before, ...part }));
  const hasResult = draft.generated !== '';
  const body = useWanted(draft);
  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    GeneratedText.preload();
    generate();
  }

  return (
    <div className="@container flex flex-col gap-5">
      <SourcePart source={draft.source} isBusy={writing.isRunning} onSource={(source) => onChange({ source })} />
      <form noValidate onSubmit={handleSubmit} className="grid grid-cols-2 gap-4 @lg:grid-cols-12">
        <GenerationFields
          draft={draft}
          onChange={onChange}
          contentTypes={GENERATOR_CONTENT_TYPES}
          keywordsLabel="Topic / keywords"
          keywordsPlaceholder="What is the post about?"
          ids={FIELD_IDS}
        />
        <Button
          type="submit"
          variant={hasResult ? 'secondary' : 'primary'}
          busy={writing.isRunning}
          busyLabel="Generating..."
          className="col-span-2 sm:justify-self-start @lg:col-span-12"
          icon={hasResult ? <RefreshCw aria-hidden /> : <Sparkles aria-hidden />}
        >
          {hasResult ? 'Regenerate' : 'Generate Content'}
        </Button>
      </form>
      {body.wasComplete && (
        <>
          <LatePart name="Variants">
            <Variants draft={draft} body={draft.source === undefined ? body.now : null} />
          </LatePart>
          <LatePart name="What the AI is told">{body.now !== null && <PromptView body={body.now} />}</LatePart>
        </>
      )}
      {writing.isRunning && (
        <WritingView
          text={writing.soFar?.content ?? ''}
          onStop={writing.stop}
          onFocusLeft={() => focusField('generated')}
        />
      )}
      {hasResult && !writing.isRunning && (
        <LatePart name="The text editor" fallback={<Skeleton className="h-60" />}>
          <GeneratedText draft={draft} onDraft={onDraft} />
        </LatePart>
      )}
    </div>
  );
}

/** What the AI is asked for, where the fields say enough. What was written stays while they are filled in anew. */
function useWanted(draft: Draft): { now: GenerationBody | null; wasComplete: boolean } {
  const reading = readGeneration(draft);
  const isComplete = 'body' in reading;
  const [wasComplete, setWasComplete] = useState(isComplete);
  if (isComplete && !wasComplete) setWasComplete(true);
  return { now: isComplete ? reading.body : null, wasComplete };
}
