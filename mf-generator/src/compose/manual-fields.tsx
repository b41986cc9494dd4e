import { GENERATOR_CONTENT_TYPES } from '@pagecast/api/contract';
import { ChoiceField, contentTypeLabel, Field, TextArea } from '@pagecast/shell/kit';
import type { Draft } from '../drafts/draft.ts';
import { characters } from './characters.ts';
import { FIELD_IDS } from './field-ids.ts';
import { InsertFor } from './insert-for.tsx';
import { RewritingFor } from './rewriting-for.tsx';

export function ManualFields({ draft, onChange }: { draft: Draft; onChange: (part: Partial<Draft>) => void }) {
  return (
    <div className="flex flex-col gap-4">
      <Field label="Your content" hint={characters(draft.manual)}>
        <TextArea
          id={FIELD_IDS.manual}
          autosize
          rows={8}
          className="max-h-[45dvh]"
          placeholder="Write your post"
          value={draft.manual}
          onChange={(event) => onChange(writtenByHand(event.currentTarget.value))}
        />
      </Field>
      <div className="empty:hidden">
        <InsertFor
          draft={draft}
          areaId={FIELD_IDS.manual}
          value={draft.manual}
          onValueChange={(manual) => onChange({ manual })}
        />
      </div>
      <RewritingFor draft={draft} field="manual" areaId={FIELD_IDS.manual} />
      <ChoiceField
        className="sm:max-w-60"
        label="Content type"
        placeholder="Select a type"
        value={draft.contentType}
        onValueChange={(contentType) => onChange({ contentType })}
        options={GENERATOR_CONTENT_TYPES}
        nameOf={contentTypeLabel}
      />
    </div>
  );
}

/** Once nothing is left of it, nothing is left of what the AI wrote. */
function writtenByHand(manual: string): Partial<Draft> {
  return manual === '' ? { manual, manualGenerationId: undefined } : { manual };
}
