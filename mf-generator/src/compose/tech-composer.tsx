import {
  FIZTECH_CONTENT_TYPES,
  generateFiztechContent,
  publishToFiztech,
  TECH_CATEGORIES,
  type FiztechContent,
} from '@pagecast/api/contract';
import {
  Button,
  callApi,
  callInChunks,
  Card,
  ChoiceField,
  EmptyState,
  Field,
  GeneratingNote,
  reasonOf,
  refresh,
  TextInput,
  useCopy,
  useNotify,
  useStickyBar,
} from '@pagecast/shell/kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy, Eye, Newspaper, PenLine, RefreshCw, Sparkles } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { DraftState } from '../drafts/draft-state.ts';
import type { DraftStore } from '../drafts/draft-store.ts';
import { ArticleEditor } from './article-editor.tsx';
import { ArticleView } from './article-view.tsx';
import { afterArticle, type TechArticle } from '../drafts/draft.ts';
import { formatArticle, readArticle, TECH_TYPE_NAMES, typeOf } from './tech-article.ts';
import { useWriting } from './use-writing.ts';

interface WrittenArticle {
  readonly content: FiztechContent;
  readonly generationId: number;
}
interface Sending {
  readonly article: TechArticle & { content: FiztechContent };
  readonly key: string;
}

export function TechComposer({ host, state, store }: { host: string; state: DraftState; store: DraftStore }) {
  const {
    key,
    fields: { article },
  } = state;
  const notify = useNotify();
  const copy = useCopy();
  const bar = useStickyBar('bottom');
  const client = useQueryClient();
  const [isEditing, setIsEditing] = useState(false);
  const change = (part: Partial<TechArticle>) =>
    store.change((before) => ({ ...before, article: { ...before.article, ...part } }));
  const writing = useWriting<WrittenArticle>({
    fallback: 'Failed to generate Fiztech content',
    onWritten: (written) =>
      store.changeOf(key, (before) => ({ ...before, article: { ...before.article, ...written } })),
  });
  // Not on the call itself: the person may be on another screen when the answer comes.
  const publish = useMutation({
    mutationFn: ({ article: { content, contentType, generationId } }: Sending) =>
      callApi(publishToFiztech, {
        body: { content, contentType: typeOf(content, contentType), ...(generationId !== 0 && { generationId }) },
      }),
    onSuccess: ({ message }, { key: sent, article: { content } }) => {
      notify({ tone: 'default', title: 'Published to Fiztech', description: message });
      setIsEditing(false);
      // What was changed while it went out is another text, and stays.
      store.finish(sent, (before) => (before.article.content === content ? afterArticle(before) : before));
    },
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Fiztech Publish Failed', description: reasonOf(error, 'Unknown error') }),
    onSettled: () => refresh(client, publishToFiztech),
  });
  const shown = writing.soFar?.content ?? article.content;
  const hasResult = article.content !== null;

  function handleGenerate(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (writing.isRunning) return;
    const body = readArticle(article);
    if (body === null)
      return notify({ tone: 'destructive', title: 'Missing Information', description: 'Please enter a product name.' });
    setIsEditing(false);
    writing.start((signal, update) =>
      callInChunks(generateFiztechContent, { body, signal }, (chunk) => update(() => chunk)),
    );
  }

  function handlePublish() {
    if (writing.isRunning)
      return notify({
        tone: 'destructive',
        title: 'Still Writing',
        description: 'Wait until the AI has finished, or stop it.',
      });
    const { content } = article;
    if (content === null)
      return notify({
        tone: 'destructive',
        title: 'No Content',
        description: 'Please generate content first before publishing to Fiztech.',
      });
    if (!publish.isPending) publish.mutate({ article: { ...article, content }, key });
  }

  const isEdited = isEditing && !writing.isRunning;
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(18rem,24rem)_minmax(0,1fr)]">
      <Card title={`Article for ${host}`} className="lg:sticky lg:top-18">
        <div className="flex flex-col gap-4">
          <form noValidate onSubmit={handleGenerate} className="flex flex-col gap-4">
            <ChoiceField
              label="Content type"
              value={article.contentType}
              options={FIZTECH_CONTENT_TYPES}
              nameOf={(type) => TECH_TYPE_NAMES[type]}
              onValueChange={(contentType) => change({ contentType })}
            />
            {article.contentType === 'review' ? (
              <Field label="Product name">
                <TextInput
                  name="productName"
                  maxLength={200}
                  autoComplete="off"
                  value={article.productName}
                  onChange={(event) => change({ productName: event.currentTarget.value })}
                />
              </Field>
            ) : (
              <ChoiceField
                label="Tech category"
                value={article.newsCategory}
                onValueChange={(newsCategory) => change({ newsCategory })}
                options={TECH_CATEGORIES}
              />
            )}
            <Button
              type="submit"
              variant={hasResult ? 'secondary' : 'primary'}
              icon={hasResult ? <RefreshCw aria-hidden /> : <Sparkles aria-hidden />}
              className="sm:self-start"
              busy={writing.isRunning}
              busyLabel="Generating..."
              disabled={article.contentType === 'review' && article.productName.trim() === ''}
            >
              {hasResult ? 'Regenerate' : 'Generate Content'}
            </Button>
          </form>
          {writing.isRunning && <GeneratingNote label="Stop" onCancel={writing.stop} />}
        </div>
      </Card>
      <Card
        title="Generated article"
        actions={
          article.content === null || writing.isRunning ? undefined : (
            <>
              <Button
                size="sm"
                icon={isEditing ? <Eye aria-hidden /> : <PenLine aria-hidden />}
                onClick={() => setIsEditing(!isEditing)}
              >
                {isEditing ? 'Preview' : 'Edit'}
              </Button>
              <Button
                size="sm"
                icon={<Copy aria-hidden />}
                onClick={() => {
                  if (article.content !== null) void copy(formatArticle(article.content));
                }}
              >
                Copy
              </Button>
            </>
          )
        }
      >
        {shown === null && (
          <EmptyState icon={<Newspaper />}>You'll see the article here once it's generated.</EmptyState>
        )}
        {shown !== null && isEdited && <ArticleEditor content={shown} onContent={(content) => change({ content })} />}
        {shown !== null && !isEdited && <ArticleView content={shown} />}
        <div
          ref={bar}
          className="sticky bottom-0 -mx-5 mt-4 -mb-5 rounded-b-card border-t border-line bg-surface px-5 py-4 sm:-mx-6 sm:-mb-6 sm:px-6"
        >
          <Button
            className="w-full sm:w-auto"
            variant="primary"
            busy={publish.isPending}
            busyLabel="Publishing Post..."
            onClick={handlePublish}
          >
            Publish to Fiztech
          </Button>
        </div>
      </Card>
    </div>
  );
}
