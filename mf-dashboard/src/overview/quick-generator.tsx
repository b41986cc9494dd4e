import { DASHBOARD_CONTENT_TYPES, DEFAULT_LENGTH, generateContent, LANGUAGES, TONES } from '@pagecast/api/contract';
import {
  Button,
  callInChunks,
  Card,
  GeneratingNote,
  GenerationFields,
  useCopy,
  useGeneration,
  useNotify,
} from '@pagecast/shell/kit';
import { Copy, Sparkles } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { readQuickDraft, type QuickDraft } from './quick-generation.ts';

const START: QuickDraft = {
  contentType: '',
  keywords: '',
  tone: TONES[0],
  language: LANGUAGES[0],
  length: DEFAULT_LENGTH,
};

/** A text to look at and copy. Publishing is the Content Generator's. */
export function QuickGenerator() {
  const notify = useNotify();
  const generation = useGeneration('Failed to generate content');
  const [draft, setDraft] = useState(START);
  const [content, setContent] = useState('');
  const change = (part: Partial<QuickDraft>) => setDraft((before) => ({ ...before, ...part }));

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (generation.isRunning) return;
    const body = readQuickDraft(draft);
    if (body === null)
      return notify({
        tone: 'destructive',
        title: 'Missing Information',
        description: 'Please fill in content type and keywords.',
      });
    void generation.start(
      (signal) => callInChunks(generateContent, { body, signal }, () => {}),
      (generated) => setContent(generated.content),
    );
  }

  return (
    <Card title="Quick Generator" description="Try an idea and copy it. To publish, use New Post.">
      <form noValidate onSubmit={handleSubmit} className="grid grid-cols-2 gap-3">
        <GenerationFields
          draft={draft}
          onChange={change}
          contentTypes={DASHBOARD_CONTENT_TYPES}
          keywordsLabel="Keywords"
        />
        <Button
          type="submit"
          className="col-span-2"
          icon={<Sparkles aria-hidden />}
          busy={generation.isRunning}
          busyLabel="Generating..."
        >
          {content === '' ? 'Generate Content' : 'Regenerate'}
        </Button>
      </form>
      <div className="mt-4 flex flex-col gap-3 empty:hidden">
        {generation.isRunning && <GeneratingNote onCancel={generation.cancel} />}
        {content !== '' && <QuickText content={content} />}
      </div>
    </Card>
  );
}

function QuickText({ content }: { content: string }) {
  const copy = useCopy();
  return (
    <section aria-label="Generated content" className="flex flex-col gap-2">
      <p className="max-h-80 overflow-y-auto rounded-control bg-sunken p-3 text-read wrap-anywhere whitespace-pre-wrap">
        {content}
      </p>
      <Button
        size="sm"
        className="self-start"
        icon={<Copy aria-hidden />}
        onClick={() => {
          void copy(content);
        }}
      >
        Copy
      </Button>
    </section>
  );
}
