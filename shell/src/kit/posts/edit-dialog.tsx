import { useId, type FormEvent, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { CancelButton } from '../ui/cancel-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
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
  const formId = useId();

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isPending) onSave();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" type="submit" form={formId} busy={isPending} busyLabel="Saving...">
            Save Changes
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
        {content !== null && <TextField content={content} onContent={onContent} />}
        {images !== null && <MediaField label="Images" images={images} onImages={onImages} />}
        {children}
      </form>
    </Dialog>
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
