import { FIZTECH_CONTENT_TYPES, TECH_CATEGORIES } from '@pagecast/api/contract';
import { Button, ChoiceField, Field, TextInput } from '@pagecast/shell/kit';
import { RefreshCw, Sparkles } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import type { TechArticle } from '../drafts/draft.ts';
import { TECH_TYPE_NAMES } from './tech-article.ts';

/** What an article shall be about. A review asks for a product, an article for a category. */
export function ArticleForm({
  article,
  onChange,
  onGenerate,
  isWriting,
  children,
}: {
  article: TechArticle;
  onChange: (part: Partial<TechArticle>) => void;
  onGenerate: () => void;
  isWriting: boolean;
  /** What else it is about. */
  children?: ReactNode;
}) {
  const hasResult = article.content !== null;
  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onGenerate();
  }
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <ChoiceField
        label="Content type"
        value={article.contentType}
        options={FIZTECH_CONTENT_TYPES}
        nameOf={(type) => TECH_TYPE_NAMES[type]}
        onValueChange={(contentType) => onChange({ contentType })}
      />
      <SubjectField article={article} onChange={onChange} />
      {children}
      <Button
        type="submit"
        variant={hasResult ? 'secondary' : 'primary'}
        icon={hasResult ? <RefreshCw aria-hidden /> : <Sparkles aria-hidden />}
        className="sm:self-start"
        busy={isWriting}
        busyLabel="Generating..."
        disabled={article.contentType === 'review' && article.productName.trim() === ''}
      >
        {hasResult ? 'Regenerate' : 'Generate Content'}
      </Button>
    </form>
  );
}

function SubjectField({
  article: { contentType, productName, newsCategory },
  onChange,
}: {
  article: TechArticle;
  onChange: (part: Partial<TechArticle>) => void;
}) {
  if (contentType === 'news')
    return (
      <ChoiceField
        label="Tech category"
        value={newsCategory}
        onValueChange={(category) => onChange({ newsCategory: category })}
        options={TECH_CATEGORIES}
      />
    );
  return (
    <Field label="Product name">
      <TextInput
        name="productName"
        maxLength={200}
        autoComplete="off"
        value={productName}
        onChange={(event) => onChange({ productName: event.currentTarget.value })}
      />
    </Field>
  );
}
