import { generateFiztechContent, type FiztechContent } from '@pagecast/api/contract';
import { callInChunks, Card, describeOffline, GeneratingNote, useNotify } from '@pagecast/shell/kit';
import { useState } from 'react';
import type { DraftState } from '../drafts/draft-state.ts';
import type { DraftStore } from '../drafts/draft-store.ts';
import type { TechArticle } from '../drafts/draft.ts';
import { SourcePart } from '../sources/source-part.tsx';
import { ArticleCard, PUBLISH } from './article-card.tsx';
import { ArticleForm } from './article-form.tsx';
import { readArticle } from './tech-article.ts';
import { useArticlePublishing } from './use-article-publishing.ts';
import { useWriting } from './use-writing.ts';

interface WrittenArticle {
  readonly content: FiztechContent;
  readonly generationId: number;
}

export function TechComposer({ host, state, store }: { host: string; state: DraftState; store: DraftStore }) {
  const { key } = state;
  const { article, source } = state.fields;
  const notify = useNotify();
  const refuse = (title: string, description: string) => notify({ tone: 'destructive', title, description });
  const [isEditing, setIsEditing] = useState(false);
  const change = (part: Partial<TechArticle>) =>
    store.change((before) => ({ ...before, article: { ...before.article, ...part } }));
  const writing = useWriting<WrittenArticle>({
    key,
    fallback: 'Failed to generate Fiztech content',
    onWritten: (written) =>
      store.changeOf(key, (before) => ({ ...before, article: { ...before.article, ...written } })),
  });
  const { publish, isPending } = useArticlePublishing(store, () => setIsEditing(false));

  function generate() {
    if (writing.isRunning) return;
    const body = readArticle(article, source);
    if (body === null) return refuse('Missing Information', 'Please enter a product name.');
    setIsEditing(false);
    writing.start((signal, update) =>
      callInChunks(generateFiztechContent, { body, signal }, (chunk) => chunk.content.title && update(() => chunk)),
    );
  }

  function handlePublish() {
    if (writing.isRunning) return refuse('Still Writing', 'Wait until the AI has finished, or stop it.');
    const { content } = article;
    if (content === null) return refuse('No Content', 'Please generate content first before publishing to Fiztech.');
    const offline = describeOffline(PUBLISH);
    if (offline !== null) return notify(offline);
    publish({ article: { ...article, content }, key });
  }

  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(18rem,24rem)_minmax(0,1fr)]">
      <Card title={`Article for ${host}`} className="lg:sticky lg:top-18">
        <div className="flex flex-col gap-4">
          <ArticleForm article={article} onChange={change} onGenerate={generate} isWriting={writing.isRunning}>
            {article.contentType === 'news' && (
              <SourcePart
                source={source}
                isBusy={writing.isRunning}
                onSource={(next) => store.change((before) => ({ ...before, source: next }))}
              />
            )}
          </ArticleForm>
          {writing.isRunning && <GeneratingNote label="Stop" onCancel={writing.stop} />}
        </div>
      </Card>
      <ArticleCard
        content={writing.soFar?.content ?? article.content}
        isWriting={writing.isRunning}
        isEditing={isEditing}
        onEditing={setIsEditing}
        onContent={(content) => change({ content })}
        isPublishing={isPending}
        onPublish={handlePublish}
      />
    </div>
  );
}
