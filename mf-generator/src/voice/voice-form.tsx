import { proposePageVoice, savePageVoice, type VoiceOfPage } from '@pagecast/api/contract';
import { ActionBar, reasonOf, refresh, statusOf, useApiMutation, useNotify } from '@pagecast/shell/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReadyMadeFields } from './ready-made-fields.tsx';
import { FactFields, SoundFields } from './sound-fields.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { ProposeBar } from './propose-bar.tsx';
import { useVoiceFields } from './use-voice-fields.ts';
import { replacedBy, voiceOf, withProposed, type VoiceFields } from './voice-form-state.ts';

/** The voice of one page, to be changed by its owner and read by who shares it. */
export function VoiceForm({ known }: { known: VoiceOfPage }) {
  const notify = useNotify();
  const params = { id: known.facebookPageId };
  const { base, fields, setFields, isChanged, others, onSaved } = useVoiceFields(known);
  /** What the AI proposed others for, as it was before its first proposal. */
  const [before, setBefore] = useState<{ replaced: Partial<VoiceFields>; posts: number } | null>(null);
  const change = (part: Partial<VoiceFields>) => setFields((now) => ({ ...now, ...part }));

  const save = useSaving((saved) => {
    onSaved(saved);
    setBefore(null);
  });
  const propose = useApiMutation(proposePageVoice, {
    onSuccess: ({ voice, posts }) => {
      setBefore((known) => ({ replaced: { ...replacedBy(fields, voice), ...known?.replaced }, posts }));
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
            // What was written by hand since stays.
            change(before?.replaced ?? {});
            setBefore(null);
          }}
        />
      ) : (
        <p className="rounded-control bg-sunken px-3 py-2 text-ink-soft">
          {known.pageName} is shared with you. Only its owner can change its voice.
        </p>
      )}
      {others !== null && (
        <p role="status" className="rounded-control bg-warn-soft px-3 py-2 text-warn">
          {saysOthers(others)}
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

/** Saves a voice. Where somebody else was quicker, theirs is read, to be joined with what stands here. */
function useSaving(onSaved: (saved: VoiceOfPage) => void) {
  const notify = useNotify();
  const client = useQueryClient();
  return useApiMutation(savePageVoice, {
    onSuccess: (saved) => {
      onSaved(saved);
      notify({ tone: 'default', title: 'Page Voice Saved', description: saysWhere(saved.pageName) });
    },
    onError: (error) => {
      const isChangedElsewhere = statusOf(error) === 409;
      const description = isChangedElsewhere ? CHANGED_ELSEWHERE : reasonOf(error, 'Please try again.');
      notify({ tone: 'destructive', title: 'Not Saved', description });
      if (isChangedElsewhere) refresh(client, savePageVoice);
    },
  });
}

function describe(isChanged: boolean, { revision, pageName }: VoiceOfPage): string {
  if (isChanged) return 'You have unsaved changes.';
  return revision === 0 ? 'Nothing is saved for this page yet.' : saysWhere(pageName);
}

const CHANGED_ELSEWHERE = 'Somebody changed this voice since you opened it. Check it below, then save again.';

function saysOthers(both: readonly string[]): string {
  const kept = 'This voice was changed elsewhere while you were editing. What you changed here is kept.';
  return both.length === 0
    ? `${kept} The rest is up to date.`
    : `${kept} Saving replaces theirs in: ${both.join(', ')}.`;
}

function saysWhere(pageName: string): string {
  return `The AI follows it when it writes for ${pageName}.`;
}
