import { shareRelease, type ReleaseShare } from '@pagecast/api/contract';
import { ChoiceField, Field, FormDialog, TextInput, useNotify } from '@pagecast/shell/kit';
import { useState } from 'react';
import { useNotifiedMutation } from '../parts/use-notified-mutation.ts';
import { PACE_WORDS, PACES, planWords, readShare, type GivenShare } from './given-share.ts';
import { extentWords } from './share-words.ts';

/** Gives a version to a part of all people. */
export function ShareDialog({
  name,
  label,
  version,
  currentVersion,
  share,
  warning,
  onClose,
}: {
  name: string;
  label: string;
  version: string;
  currentVersion: string | undefined;
  /** That of this version, if it grows already. */
  share: ReleaseShare | undefined;
  /** What its robot found; null where nothing stands in the way. */
  warning: string | null;
  onClose: () => void;
}) {
  const notify = useNotify();
  const [given, setGiven] = useState<GivenShare>({ percent: String(share?.percent ?? 5), people: '', pace: 'hand' });
  const asked = readShare(given);
  const begin = useNotifiedMutation(shareRelease, {
    done: {
      title: 'Release Shared',
      description: `${label} ${version} goes to ${'problem' in asked ? 'people' : extentWords(asked)}.`,
    },
    failed: 'Failed to Share Release',
    onSuccess: onClose,
  });

  function handleSubmit() {
    if ('problem' in asked)
      return notify({ tone: 'destructive', title: 'Validation Error', description: asked.problem });
    begin.mutate({ params: { name }, body: { version, ...asked, ...(warning !== null && { withoutRobot: true }) } });
  }

  return (
    <FormDialog
      onClose={onClose}
      title={`Share ${label} ${version}`}
      description={whoGetsIt(currentVersion)}
      submitLabel="Share"
      busy={begin.isPending}
      busyLabel="Sharing..."
      onSubmit={handleSubmit}
    >
      <ShareFields given={given} onChange={setGiven} />
      {warning !== null && <p className="text-xs font-medium text-bad">{warning}</p>}
      {!('problem' in asked) && <p className="text-xs text-ink-soft">{planWords(asked)}</p>}
    </FormDialog>
  );
}

function whoGetsIt(currentVersion: string | undefined): string {
  return (
    'Pagecast picks people at random. They keep this version on all their devices while the share grows. ' +
    `Everyone else ${currentVersion === undefined ? "doesn't see this area yet" : `stays on ${currentVersion}`}.`
  );
}

function ShareFields({ given, onChange }: { given: GivenShare; onChange: (given: GivenShare) => void }) {
  return (
    <>
      <Field label="Percentage of people">
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={given.percent}
          onChange={(event) => onChange({ ...given, percent: event.currentTarget.value })}
        />
      </Field>
      <Field label="People (optional)" hint="Facebook IDs, separated by commas. These people always get it.">
        <TextInput
          autoComplete="off"
          spellCheck={false}
          value={given.people}
          onChange={(event) => onChange({ ...given, people: event.currentTarget.value })}
        />
      </Field>
      <ChoiceField
        label="Next step"
        value={given.pace}
        onValueChange={(pace) => onChange({ ...given, pace })}
        options={PACES}
        nameOf={(option) => PACE_WORDS[option]}
      />
    </>
  );
}
