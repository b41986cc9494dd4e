import { FIZTECH_CONTENT_TYPES, generateFiztechContent, publishToFiztech, TECH_CATEGORIES } from '@pagecast/api/contract';
import { Button, callApi, Card, ChoiceField, Field, GeneratingNote, reasonOf, TextInput, useApiMutation, useCopy, useGeneration, useNotify } from '@pagecast/shell/kit';
import { Copy, Sparkles } from 'lucide-react';
import type { Dispatch, FormEvent, SetStateAction } from 'react';
import { emptyArticle, formatArticle, readArticle, TECH_TYPE_NAMES, type TechArticle } from './tech-article.ts';

export function TechComposer({ host, article, onArticle }: { host: string; article: TechArticle; onArticle: Dispatch<SetStateAction<TechArticle>> }) {
  const notify = useNotify();
  const copy = useCopy();
  const generation = useGeneration('Failed to generate Fiztech content');
  const publish = useApiMutation(publishToFiztech);
  const change = (part: Partial<TechArticle>) => onArticle((before) => ({ ...before, ...part }));
  const text = article.content === null ? '' : formatArticle(article.content);

  function handleGenerate(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (generation.isRunning) return;
    const body = readArticle(article);
    if (body === null) return notify({ tone: 'destructive', title: 'Missing Information', description: 'Please enter a product name.' });
    void generation.start((signal) => callApi(generateFiztechContent, { body, signal }), ({ content }) => change({ content }));
  }

  function handlePublish() {
    const { content, contentType } = article;
    if (content === null) return notify({ tone: 'destructive', title: 'No Content', description: 'Please generate content first before publishing to Fiztech.' });
    publish.mutate({ body: { content, contentType } }, {
      onSuccess: ({ message }) => { notify({ tone: 'default', title: 'Published to Fiztech', description: message }); onArticle(emptyArticle); },
      onError: (error) => notify({ tone: 'destructive', title: 'Fiztech Publish Failed', description: reasonOf(error, 'Unknown error') }),
    });
  }

  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)]">
      <Card title={`Article for ${host}`}>
        <div className="flex flex-col gap-4">
          <form noValidate onSubmit={handleGenerate} className="grid gap-4 sm:grid-cols-2">
            <ChoiceField label="Content type" value={article.contentType} onValueChange={(contentType) => change({ contentType, content: null })} options={FIZTECH_CONTENT_TYPES} nameOf={(type) => TECH_TYPE_NAMES[type]} />
            {article.contentType === 'review'
              ? (
                <Field label="Product name">
                  <TextInput name="productName" maxLength={200} autoComplete="off" value={article.productName} onChange={(event) => change({ productName: event.currentTarget.value })} />
                </Field>
              )
              : <ChoiceField label="Tech category" value={article.newsCategory} onValueChange={(newsCategory) => change({ newsCategory })} options={TECH_CATEGORIES} />}
            <Button
              type="submit" variant={text === '' ? 'primary' : 'secondary'} icon={<Sparkles aria-hidden />} className="sm:justify-self-start"
              busy={generation.isRunning} busyLabel="Generating..." disabled={article.contentType === 'review' && article.productName === ''}
            >
              {text === '' ? 'Generate Content' : 'Regenerate'}
            </Button>
          </form>
          {generation.isRunning && <GeneratingNote onCancel={generation.cancel} />}
        </div>
      </Card>
      <Card
        title="Generated article" className="lg:sticky lg:top-18"
        actions={text === '' ? undefined : <Button size="sm" icon={<Copy aria-hidden />} onClick={() => { void copy(text); }}>Copy</Button>}
      >
        <p className="max-h-[60dvh] overflow-y-auto text-read wrap-anywhere whitespace-pre-wrap">{text === '' ? <span className="text-ink-soft">The article appears here once it is generated.</span> : text}</p>
        <Button className="mt-4 w-full" variant="primary" busy={publish.isPending} busyLabel="Publishing Post..." onClick={handlePublish}>Publish to Fiztech</Button>
      </Card>
    </div>
  );
}
