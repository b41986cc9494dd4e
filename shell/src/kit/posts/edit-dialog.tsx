import type { ReactNode } from 'react';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextArea } from '../ui/inputs.tsx';
import { countGraphemes } from './count-graphemes.ts';
import { MediaField, type ImagesChange } from './media-field.tsx';
import type { PostImage } from './post-image.ts';

/** Changes the text and the images of a post, or of several at once, and what else stands below. */
export function EditDialog({
  title,
  description,
  content,
  onContent,
  images,
  onImages,
  isPending,
  onSave,
  onClose,
  children,
}: {
  title: string;
  description?: string | undefined;
  /** null where there is none: a story shows no text. */
  content: string | null;
  onContent: (content: string) => void;
  /** null where there are none to be changed: a video stays. */
  images: readonly PostImage[] | null;
  onImages: (change: ImagesChange) => void;
  isPending: boolean;
  onSave: () => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={description}
      submitLabel="Save Changes"
      busy={isPending}
      onSubmit={onSave}
    >
      {content !== null && <TextField content={content} onContent={onContent} />}
      {images !== null && <MediaField label="Images" images={images} onImages={onImages} />}
      {children}
    </FormDialog>
  );
}

function TextField({ content, onContent }: { content: string; onContent: (content: string) => void }) {
  return (
    <Field label="Text" hint={`${countGraphemes(content).toLocaleString('en')} characters`}>
      <TextArea
        autosize
        rows={8}
        className="max-h-80"
        value={content}
        onChange={(event) => onContent(event.currentTarget.value)}
      />
    </Field>
  );
}
