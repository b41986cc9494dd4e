import {
  LEAST_POSTS_FOR_VOICE,
  proposePageVoice,
  savePageVoice,
  type VoiceOfPage,
} from '@pagecast/api/contract';
import { ActionBar, Button, reasonOf, useApiMutation, useNotify } from '@pagecast/shell/kit';
import { Sparkles, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { ReadyMadeFields } from './ready-made-fields.tsx';
import { SoundFields } from './sound-fields.tsx';
import { LeaveQuestion } from './leave-question.tsx';
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
        <div className="flex flex-wrap items-center gap-3">
          <Button
            icon={<Sparkles aria-hidden />}
            busy={propose.isPending}
            busyLabel="Reading posts..."
            onClick={() => propose.mutate({ params })}
          >
            Propose from best posts
          </Button>
          <p role="status" className="text-sm text-ink-soft">
            {before === null
              ? `The AI reads what followers liked most. It needs at least ${LEAST_POSTS_FOR_VOICE} published posts.`
              : `Proposed from ${before.posts} posts. Check it: nothing counts until you save.`}
          </p>
          {before !== null && (
            <Button
              size="sm"
              variant="ghost"
              icon={<Undo2 aria-hidden />}
              onClick={() => {
                setFields(before.fields);
                setBefore(null);
              }}
            >
              Undo proposal
            </Button>
          )}
        </div>
      ) : (
        <p className="rounded-control bg-sunken px-3 py-2 text-ink-soft">
          {known.pageName} is shared with you. Only its owner can change its voice.
        </p>
      )}
      <LeaveQuestion isUnsaved={isChanged} pageName={known.pageName} />
      <SoundFields fields={fields} onChange={change} />
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
