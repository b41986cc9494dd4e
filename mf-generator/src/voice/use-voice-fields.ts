import type { VoiceOfPage } from '@pagecast/api/contract';
import { useState } from 'react';
import { fieldsOf, voiceOf } from './voice-form-state.ts';

/**
 * The fields of a voice over the version that they were read from. A newer one takes their place where nothing was
 * changed; where something was, saving tells of it.
 */
export function useVoiceFields(known: VoiceOfPage) {
  const [base, setBase] = useState(known);
  const [fields, setFields] = useState(() => fieldsOf(known.voice));
  const isChanged = JSON.stringify(voiceOf(fields)) !== JSON.stringify(voiceOf(fieldsOf(base.voice)));
  if (known.revision > base.revision && !isChanged) {
    setBase(known);
    setFields(fieldsOf(known.voice));
  }
  return { base, fields, setFields, isChanged, onSaved: setBase };
}
