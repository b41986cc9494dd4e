import type { FiztechContent } from '@pagecast/api/contract';
import { Button, Card, EmptyState, useCopy, useStickyBar } from '@pagecast/shell/kit';
import { Copy, Eye, Newspaper, PenLine } from 'lucide-react';
import { ArticleEditor } from './article-editor.tsx';
import { ArticleView } from './article-view.tsx';
import { formatArticle } from './tech-article.ts';

/** The article, to be read or to be changed, and the button that publishes it. */
export function ArticleCard({
  content,
  isWriting,
  isEditing,
  onEditing,
  onContent,
  isPublishing,
  onPublish,
}: {
  /** As far as it is written; null before that. */
  content: FiztechContent | null;
  isWriting: boolean;
  isEditing: boolean;
  onEditing: (isEditing: boolean) => void;
  onContent: (content: FiztechContent) => void;
  isPublishing: boolean;
  onPublish: () => void;
}) {
  const bar = useStickyBar('bottom');
  return (
    <Card
      title="Generated article"
      actions={
        content === null || isWriting ? undefined : (
          <ArticleActions content={content} isEditing={isEditing} onEditing={onEditing} />
        )
      }
    >
      {content === null && (
        <EmptyState icon={<Newspaper />}>You'll see the article here once it's generated.</EmptyState>
      )}
      {content !== null &&
        (isEditing && !isWriting ? (
          <ArticleEditor content={content} onContent={onContent} />
        ) : (
          <ArticleView content={content} />
        ))}
      <div
        ref={bar}
        className={
          'sticky bottom-0 -mx-5 mt-4 -mb-5 rounded-b-card border-t border-line bg-surface px-5 py-4 sm:-mx-6 ' +
          'sm:-mb-6 sm:px-6'
        }
      >
        <Button
          className="w-full sm:w-auto"
          variant="primary"
          busy={isPublishing}
          busyLabel="Publishing Post..."
          onClick={onPublish}
        >
          {PUBLISH}
        </Button>
      </div>
    </Card>
  );
}

export const PUBLISH = 'Publish to Fiztech';

function ArticleActions({
  content,
  isEditing,
  onEditing,
}: {
  content: FiztechContent;
  isEditing: boolean;
  onEditing: (isEditing: boolean) => void;
}) {
  const copy = useCopy();
  return (
    <>
      <Button
        size="sm"
        icon={isEditing ? <Eye aria-hidden /> : <PenLine aria-hidden />}
        onClick={() => onEditing(!isEditing)}
      >
        {isEditing ? 'Preview' : 'Edit'}
      </Button>
      <Button
        size="sm"
        icon={<Copy aria-hidden />}
        onClick={() => {
          void copy(formatArticle(content));
        }}
      >
        Copy
      </Button>
    </>
  );
}
