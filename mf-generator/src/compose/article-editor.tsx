import type { FiztechContent } from '@pagecast/api/contract';
import { Field, TextArea, TextInput } from '@pagecast/shell/kit';
import { characters } from './characters.ts';

/** Title and body of an article, to be changed before it goes out. What else it holds goes along. */
export function ArticleEditor({
  content,
  onContent,
}: {
  content: FiztechContent;
  onContent: (content: FiztechContent) => void;
}) {
  return (
    <div className="flex flex-col gap-4">
      <Field label="Title">
        <TextInput
          maxLength={300}
          value={content.title}
          onChange={(event) => onContent({ ...content, title: event.currentTarget.value })}
        />
      </Field>
      <Field label="Body" hint={`${characters(content.body)}. Headings, lists and bold text are written in Markdown.`}>
        <TextArea
          autosize
          rows={14}
          className="max-h-[60dvh]"
          value={content.body}
          onChange={(event) => onContent({ ...content, body: event.currentTarget.value })}
        />
      </Field>
    </div>
  );
}
