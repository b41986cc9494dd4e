import { Card } from '@pagecast/shell/kit';
import { PairRows } from './pair-rows.tsx';
import type { VoiceFields } from './voice-form-state.ts';

/** What is put into a post by a press: tags, snippets, and what fills the gaps in them. */
export function ReadyMadeFields({
  fields,
  onChange,
}: {
  fields: VoiceFields;
  onChange: (part: Partial<VoiceFields>) => void;
}) {
  return (
    <Card title="Ready-made parts" description="Put them into a post with Insert in the Content Generator.">
      <div className="flex flex-col gap-6">
        <PairRows
          title="Hashtag sets"
          one="hashtag set"
          most={20}
          name={{ label: 'Name', placeholder: 'Weekend', maxLength: 60 }}
          text={{ label: 'Hashtags', placeholder: '#kopi #ipoh', maxLength: 500 }}
          rows={fields.hashtagSets.map(({ name, tags }) => ({ name, text: tags }))}
          onRows={(rows) => onChange({ hashtagSets: rows.map(({ name, text }) => ({ name, tags: text })) })}
        />
        <PairRows
          title="Snippets"
          one="snippet"
          most={30}
          hint="Write {opening_hours} where a variable goes."
          name={{ label: 'Name', placeholder: 'Hours', maxLength: 60 }}
          text={{ label: 'Text', placeholder: 'We are open {opening_hours}.', maxLength: 2000, isLong: true }}
          rows={fields.snippets}
          onRows={(snippets) => onChange({ snippets: [...snippets] })}
        />
        <PairRows
          title="Variables"
          one="variable"
          most={30}
          hint="Change a value here, and every snippet uses it from then on."
          name={{ label: 'Name', placeholder: 'opening_hours', maxLength: 30, isMono: true }}
          text={{ label: 'Value', placeholder: 'daily, 7am to 4pm', maxLength: 500 }}
          rows={fields.variables.map(({ name, value }) => ({ name, text: value }))}
          onRows={(rows) => onChange({ variables: rows.map(({ name, text }) => ({ name, value: text })) })}
        />
      </div>
    </Card>
  );
}
