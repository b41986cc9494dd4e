import type { VoiceOfPage } from '@pagecast/api/contract';
import { useState } from 'react';
import { fieldsOf, voiceOf, withTheirs } from './voice-form-state.ts';

/**
 * The fields of a voice over the version that they were read from. Of a newer one all is taken but what was changed
 * here.
 */
export function useVoiceFields(known: VoiceOfPage) {
  const [base, setBase] = useState(known);
  const [fields, setFields] = useState(() => fieldsOf(known.voice));
  const isChanged = JSON.stringify(voiceOf(fields)) !== JSON.stringify(voiceOf(fieldsOf(base.voice)));
  /** What somebody else has saved meanwhile otherwise than it stands here; null: nobody saved anything. */
  const [others, setOthers] = useState<readonly string[] | null>(null);
  if (known.revision > base.revision) {
    const joined = withTheirs(fieldsOf(known.voice), { base: fieldsOf(base.voice), mine: fields });
    setBase(known);
    setFields(joined.fields);
    setOthers(isChanged ? joined.both : null);
  }
  function onSaved(saved: VoiceOfPage): void {
    setBase(saved);
    setOthers(null);
  }
  return { base, fields, setFields, isChanged, others, onSaved };
}
