import { proposePageVoice, savePageVoice, type VoiceOfPage } from '@pagecast/api/contract';
import { ActionBar, reasonOf, useApiMutation, useNotify } from '@pagecast/shell/kit';
import { useState } from 'react';
import { ReadyMadeFields } from './ready-made-fields.tsx';
import { FactFields, SoundFields } from './sound-fields.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { ProposeBar } from './propose-bar.tsx';
import { useVoiceFields } from './use-voice-fields.ts';
import { voiceOf, withProposed, type VoiceFields } from './voice-form-state.ts';

/** The voice of one page, to be changed by its owner and read by who shares it. */
export function VoiceForm({ known }: { known: VoiceOfPage }) {
  const notify = useNotify();
  const params = { id: known.facebookPageId };
  const { base, fields, setFields, isChanged, onSaved } = useVoiceFields(known);
  /** As they were before the AI proposed others. */
  const [before, setBefore] = useState<{ fields: VoiceFields; posts: number } | null>(null);
  const change = (part: Partial<VoiceFields>) => setFields((now) => ({ ...now, ...part }));

  const save = useApiMutation(savePageVoice, {
    onSuccess: (saved) => {
      onSaved(saved);
      setBefore(null);
      notify({ tone: 'default', title: 'Page Voice Saved', description: saysWhere(known.pageName) });
    },
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Not Saved', description: reasonOf(error, 'Please try again.') }),
  });
  const propose = useApiMutation(proposePageVoice, {
    onSuccess: ({ voice, posts }) => {
      setBefore({ fields, posts });
      setFields((now) => withProposed(now, voice));
    },
    onError: (error) =>
      notify({ tone: 'destructive', title: 'No Proposal', description: reasonOf(error, 'Please try again.') }),
  });

  return (
    <fieldset disabled={!known.mayEdit} className="flex min-w-0 flex-col gap-4">
      <legend className="sr-only">Voice of {known.pageName}</legend>
      {known.mayEdit ? (
        <ProposeBar
          busy={propose.isPending}
          postsRead={before?.posts ?? null}
          onPropose={() => propose.mutate({ params })}
          onUndo={() => {
            if (before !== null) setFields(before.fields);
            setBefore(null);
          }}
        />
      ) : (
        <p className="rounded-control bg-sunken px-3 py-2 text-ink-soft">
          {known.pageName} is shared with you. Only its owner can change its voice.
        </p>
      )}
      <LeaveQuestion isUnsaved={isChanged} pageName={known.pageName} />
      <SoundFields fields={fields} onChange={change} />
      <FactFields fields={fields} onChange={change} />
      <ReadyMadeFields fields={fields} onChange={change} />
      {known.mayEdit && (
        <ActionBar
          description={describe(isChanged, base)}
          label="Save voice"
          busy={save.isPending}
          busyLabel="Saving..."
          onAction={() => save.mutate({ params, body: { voice: voiceOf(fields), revision: base.revision } })}
        />
      )}
    </fieldset>
  );
}

function describe(isChanged: boolean, { revision, pageName }: VoiceOfPage): string {
  if (isChanged) return 'You have unsaved changes.';
  return revision === 0 ? 'Nothing is saved for this page yet.' : saysWhere(pageName);
}

function saysWhere(pageName: string): string {
  return `The AI follows it when it writes for ${pageName}.`;
}
