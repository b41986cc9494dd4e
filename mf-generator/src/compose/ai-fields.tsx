import { GENERATOR_CONTENT_TYPES } from '@pagecast/api/contract';
import { Button, GenerationFields, lazyPart, Skeleton } from '@pagecast/shell/kit';
import { RefreshCw, Sparkles } from 'lucide-react';
import { Suspense, type Dispatch, type FormEvent, type SetStateAction } from 'react';
import type { Draft } from '../drafts/draft.ts';
import { SourcePart } from '../sources/source-part.tsx';
import { FIELD_IDS, focusField } from './field-ids.ts';
import { readGeneration } from './read-draft.ts';
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
  const reading = readGeneration(draft);
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
      {'body' in reading && (
        <Suspense>
          {draft.source === undefined && <Variants draft={draft} body={reading.body} />}
          <PromptView body={reading.body} />
        </Suspense>
      )}
      {writing.isRunning && (
        <WritingView
          text={writing.soFar?.content ?? ''}
          onStop={writing.stop}
          onFocusLeft={() => focusField('generated')}
        />
      )}
      {hasResult && !writing.isRunning && (
        <Suspense fallback={<Skeleton className="h-60" />}>
          <GeneratedText draft={draft} onDraft={onDraft} />
        </Suspense>
      )}
    </div>
  );
}
