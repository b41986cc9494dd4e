import { LANGUAGES, lengthLabel, LENGTHS, TONES, type Language, type Length, type Tone } from '@pagecast/api/contract';
import { ChoiceField } from '../ui/choice-field.tsx';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/inputs.tsx';
import { contentTypeLabel } from './content-type-label.ts';

/** What the AI is asked for. */
export interface GenerationDraft<ContentType extends string> {
  readonly contentType: ContentType | '';
  readonly keywords: string;
  readonly tone: Tone;
  readonly language: Language;
  readonly length: Length;
}

interface GenerationFieldsProps<ContentType extends string> {
  draft: GenerationDraft<ContentType>;
  onChange: (part: Partial<GenerationDraft<ContentType>>) => void;
  contentTypes: readonly ContentType[];
  keywordsLabel: string;
  keywordsPlaceholder?: string;
  /** Of the fields that a problem may send the focus to. */
  ids?: { readonly contentType?: string; readonly keywords?: string };
}

/**
 * The fields of a generator, in a grid of two columns, the first two side by side where there is room; of twelve where
 * their container, if there is one, is wide.
 */
export function GenerationFields<ContentType extends string>({
  draft,
  onChange,
  contentTypes,
  keywordsLabel,
  keywordsPlaceholder,
  ids = {},
}: GenerationFieldsProps<ContentType>) {
  return (
    <>
      <ChoiceField
        className="col-span-2 @md:col-span-1 @lg:col-span-4"
        label="Content type"
        {...(ids.contentType !== undefined && { id: ids.contentType })}
        placeholder="Select a type"
        value={draft.contentType}
        onValueChange={(contentType) => onChange({ contentType })}
        options={contentTypes}
        nameOf={contentTypeLabel}
      />
      <Field label={keywordsLabel} className="col-span-2 @md:col-span-1 @lg:col-span-8">
        <TextInput
          id={ids.keywords}
          name="keywords"
          maxLength={1000}
          placeholder={keywordsPlaceholder}
          autoComplete="off"
          value={draft.keywords}
          onChange={(event) => onChange({ keywords: event.currentTarget.value })}
        />
      </Field>
      <ChoiceField
        className="@max-[11rem]:col-span-2 @lg:col-span-3"
        label="Tone"
        value={draft.tone}
        onValueChange={(tone) => onChange({ tone })}
        options={TONES}
      />
      <ChoiceField
        className="@max-[11rem]:col-span-2 @lg:col-span-4"
        label="Language"
        value={draft.language}
        onValueChange={(language) => onChange({ language })}
        options={LANGUAGES}
      />
      <ChoiceField
        className="col-span-2 @lg:col-span-5"
        label="Length"
        value={draft.length}
        onValueChange={(length) => onChange({ length })}
        options={LENGTHS}
        nameOf={lengthLabel}
      />
    </>
  );
}
