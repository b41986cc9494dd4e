import { RECURRENCE_MAX_TEXTS } from '@pagecast/api/contract';
import { Button, Field, IconButton, TextArea } from '@pagecast/shell/kit';
import { ArrowDown, ArrowUp, History, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { PostPicker } from './post-picker.tsx';
import { newText, type TextDraft } from './recurrence-draft.ts';
import { TextImages } from './text-images.tsx';

interface Props {
  readonly texts: readonly TextDraft[];
  readonly onChange: (texts: readonly TextDraft[]) => void;
}

/** The texts of a set, in the order in which they take their turns; or the one text that comes again. */
export function TextsFields({ texts, isSet, onChange }: Props & { isSet: boolean }) {
  const set = (key: string, part: Partial<TextDraft>) =>
    onChange(texts.map((text) => (text.key === key ? { ...text, ...part } : text)));
  const [first] = texts;
  if (!isSet)
    return (
      first !== undefined && <TextField label="Post text" text={first} onChange={(part) => set(first.key, part)} />
    );
  return (
    <section aria-label="Texts of this set" className="flex flex-col gap-3">
      {texts.map((text, place) => (
        <div key={text.key} className="flex items-start gap-1">
          <div className="min-w-0 grow">
            <TextField label={`Text ${place + 1}`} text={text} onChange={(part) => set(text.key, part)} />
          </div>
          <PlaceButtons place={place} texts={texts} onChange={onChange} />
        </div>
      ))}
      {texts.length < RECURRENCE_MAX_TEXTS && <MoreTexts texts={texts} onChange={onChange} />}
    </section>
  );
}

function PlaceButtons({ place, texts, onChange }: Props & { place: number }) {
  const move = (by: number) => {
    const moved = [...texts];
    moved.splice(place + by, 0, ...moved.splice(place, 1));
    onChange(moved);
  };
  return (
    <div className="flex shrink-0 flex-col">
      <IconButton
        label={`Move text ${place + 1} up`}
        icon={<ArrowUp aria-hidden />}
        disabled={place === 0}
        onClick={() => move(-1)}
      />
      <IconButton
        label={`Move text ${place + 1} down`}
        icon={<ArrowDown aria-hidden />}
        disabled={place === texts.length - 1}
        onClick={() => move(1)}
      />
      <IconButton
        label={`Delete text ${place + 1}`}
        icon={<Trash2 aria-hidden />}
        destructive
        disabled={texts.length === 1}
        onClick={() => onChange(texts.filter((_, other) => other !== place))}
      />
    </div>
  );
}

function MoreTexts({ texts, onChange }: Props) {
  const [isPicking, setIsPicking] = useState(false);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button icon={<Plus aria-hidden />} onClick={() => onChange([...texts, newText()])}>
          Add text
        </Button>
        <Button
          icon={<History aria-hidden />}
          aria-expanded={isPicking}
          onClick={() => setIsPicking((before) => !before)}
        >
          Add from history
        </Button>
      </div>
      {isPicking && (
        <PostPicker
          chosen={texts.flatMap(({ postId }) => postId ?? [])}
          onPick={(post) => onChange([...texts.filter(({ content }) => content.trim() !== ''), newText(post)])}
        />
      )}
    </>
  );
}

function TextField({
  label,
  text,
  onChange,
}: {
  label: string;
  text: TextDraft;
  onChange: (part: Partial<TextDraft>) => void;
}) {
  return (
    <div>
      <Field label={label}>
        <TextArea
          autosize
          rows={3}
          value={text.content}
          onChange={(event) => onChange({ content: event.currentTarget.value })}
        />
      </Field>
      <TextImages label={label} text={text} onFiles={(files) => onChange({ files, hasOtherFiles: true })} />
    </div>
  );
}
