import { EMOJI_HABITS, type EmojiHabit } from '@pagecast/api/contract';
import { Card, ChoiceField, Field, TextArea, TextInput } from '@pagecast/shell/kit';
import type { VoiceFields } from './voice-form-state.ts';

const EMOJI_WORDS: Readonly<Record<EmojiHabit, string>> = {
  'as it fits': 'As it fits',
  none: 'None',
  'a few': 'A few (1 to 3)',
  many: 'Many',
};

interface Props {
  readonly fields: VoiceFields;
  readonly onChange: (part: Partial<VoiceFields>) => void;
}

/** How the page sounds. */
export function SoundFields({ fields, onChange }: Props) {
  return (
    <Card title="How it sounds">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="Tone of voice" className="sm:col-span-2">
          <TextArea
            autosize
            rows={2}
            maxLength={500}
            placeholder="Warm and a little cheeky, like a neighbour"
            value={fields.tone}
            onChange={(event) => onChange({ tone: event.currentTarget.value })}
          />
        </Field>
        <Line label="Audience" of="audience" hint="Who the posts speak to." {...{ fields, onChange }} />
        <Line
          label="Language mix"
          of="languageMix"
          maxLength={300}
          placeholder="English with a little Manglish"
          {...{ fields, onChange }}
        />
        <ChoiceField
          label="Emoji"
          value={fields.emoji}
          onValueChange={(emoji) => onChange({ emoji })}
          options={EMOJI_HABITS}
          nameOf={(habit) => EMOJI_WORDS[habit]}
        />
        <Line
          label="Hashtags"
          of="hashtags"
          maxLength={300}
          placeholder="Two or three, at the end"
          {...{ fields, onChange }}
        />
        <Line
          label="Sign-off"
          of="signOff"
          maxLength={300}
          hint="Words that end each post."
          {...{ fields, onChange }}
        />
      </div>
    </Card>
  );
}

/** Its words, and what is true of it. */
export function FactFields({ fields, onChange }: Props) {
  return (
    <Card title="Words and facts">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Line
          label="Words to use"
          of="wordsToUse"
          maxLength={3000}
          hint="Put commas between them."
          {...{ fields, onChange }}
        />
        <Line
          label="Words to avoid"
          of="wordsToAvoid"
          maxLength={3000}
          hint="We check every text for these."
          {...{ fields, onChange }}
        />
        <Field
          label="Facts"
          className="sm:col-span-2"
          hint="One per line: prices, hours, addresses, names. The AI may use them, and they count as sources."
        >
          <TextArea
            autosize
            rows={4}
            maxLength={5000}
            className="max-h-[45dvh]"
            placeholder={'Open daily, 7am to 4pm\nKaya toast RM 4.50'}
            value={fields.facts}
            onChange={(event) => onChange({ facts: event.currentTarget.value })}
          />
        </Field>
      </div>
    </Card>
  );
}

type Text = 'audience' | 'languageMix' | 'hashtags' | 'signOff' | 'wordsToUse' | 'wordsToAvoid';

function Line({
  label,
  of,
  hint,
  maxLength = 500,
  placeholder,
  fields,
  onChange,
}: Props & { label: string; of: Text; hint?: string; maxLength?: number; placeholder?: string }) {
  return (
    <Field label={label} hint={hint}>
      <TextInput
        autoComplete="off"
        maxLength={maxLength}
        placeholder={placeholder}
        value={fields[of]}
        onChange={(event) => onChange({ [of]: event.currentTarget.value })}
      />
    </Field>
  );
}
