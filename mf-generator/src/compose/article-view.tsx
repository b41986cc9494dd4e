import type { FiztechContent } from '@pagecast/api/contract';
import { Late, lazyPart } from '@pagecast/shell/kit';
import { factsOf } from './tech-article.ts';

const Markdown = /* @__PURE__ */ lazyPart(async () => (await import('./markdown.tsx')).Markdown);

/** An article as its readers will see it: title, formatted body, then what else it holds. */
export function ArticleView({ content }: { content: FiztechContent }) {
  const facts = factsOf(content);
  return (
    <article className="flex flex-col gap-4 wrap-anywhere">
      {content.title !== '' && <h3 className="text-xl font-semibold">{content.title}</h3>}
      <Late fallback={<p className="text-read whitespace-pre-wrap">{content.body}</p>}>
        <Markdown text={content.body} />
      </Late>
      {facts.length > 0 && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 border-t border-line pt-4">
          {facts.map(({ name, text }) => (
            <div key={name} className="contents">
              <dt className="text-ink-soft">{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  );
}
