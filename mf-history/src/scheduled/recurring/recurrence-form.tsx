import { createRecurrence, listPagePlans, updateRecurrence, type Recurrence } from '@pagecast/api/contract';
import {
  apiQuery,
  Button,
  Field,
  FormDialog,
  PageField,
  reasonOf,
  SegmentedControl,
  Switch,
  TextInput,
  useApiMutation,
  useNotify,
  useTimeZone,
} from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { DaysFields } from './days-fields.tsx';
import { PreviewNote } from './preview-note.tsx';
import { bodyOf, missingIn, type RecurrenceDraft } from './recurrence-draft.ts';
import { fieldsFrom } from './rule-fields.ts';
import { TextsFields } from './texts-fields.tsx';

/** @param known what is changed; null for something new */
export function RecurrenceForm({
  known,
  first,
  onClose,
  onDone,
}: {
  known: Recurrence | null;
  first: RecurrenceDraft;
  onClose: () => void;
  onDone: () => void;
}) {
  const [draft, setDraft] = useState(first);
  const change = (part: Partial<RecurrenceDraft>) => setDraft((before) => ({ ...before, ...part }));
  const [problem, setProblem] = useState<string | null>(null);
  const { save, isPending } = useSaving(known, onDone, setProblem);
  const timeZone = useZoneOf(draft);

  function handleSubmit() {
    const missing = missingIn(draft);
    setProblem(missing);
    if (missing === null) save({ ...draft, timeZone });
  }

  return (
    <FormDialog
      wide
      onClose={onClose}
      title={known === null ? 'Repeat a Post' : 'Change What Is to Come'}
      description={
        known === null
          ? `Posts are scheduled ahead, and you can change each of them.`
          : 'Scheduled posts are made again. Those that you changed, moved or deleted stay as you left them.'
      }
      submitLabel="Save"
      busy={isPending}
      onSubmit={handleSubmit}
    >
      <WhatFields draft={draft} onChange={change} />
      <WhenFields draft={draft} onChange={change} />
      <PreviewNote draft={draft} timeZone={timeZone} />
      <p role="alert" className="text-sm text-bad empty:hidden">
        {problem}
      </p>
    </FormDialog>
  );
}

interface FieldsProps {
  readonly draft: RecurrenceDraft;
  readonly onChange: (part: Partial<RecurrenceDraft>) => void;
}

function WhatFields({ draft, onChange }: FieldsProps) {
  const pageFieldId = useId();
  return (
    <>
      <PageField id={pageFieldId} value={draft.pageId} onValueChange={(pageId) => onChange({ pageId, timeZone: '' })} />
      <SegmentedControl
        label="What repeats"
        className="self-start"
        value={draft.isSet ? 'set' : 'post'}
        onValueChange={(what) => onChange({ isSet: what === 'set' })}
        options={[
          { value: 'post', label: 'One post' },
          { value: 'set', label: 'Evergreen set' },
        ]}
      />
      {draft.isSet && (
        <div className="grid grid-cols-2 gap-3">
          <Field label="Name">
            <TextInput
              value={draft.name}
              maxLength={80}
              onChange={(event) => onChange({ name: event.currentTarget.value })}
            />
          </Field>
          <Field label="Days until a text is used again">
            <TextInput
              type="number"
              inputMode="numeric"
              min={1}
              max={365}
              value={draft.cooldownDays}
              onChange={(event) => onChange({ cooldownDays: event.currentTarget.value })}
            />
          </Field>
        </div>
      )}
      <TextsFields texts={draft.texts} isSet={draft.isSet} onChange={(texts) => onChange({ texts })} />
      <Switch
        label="Let the AI reword each post"
        checked={draft.isVaried}
        onCheckedChange={(isVaried) => onChange({ isVaried })}
      />
    </>
  );
}

function WhenFields({ draft, onChange }: FieldsProps) {
  const { days } = draft;
  return (
    <>
      {days === null ? (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-sm text-ink-soft">Its days stay as they are.</p>
          <Button onClick={() => onChange({ days: fieldsFrom(draft.startsOn) })}>Choose other days</Button>
        </div>
      ) : (
        <DaysFields fields={days} onChange={(part) => onChange({ days: { ...days, ...part } })} />
      )}
      <div className="grid grid-cols-2 gap-3">
        <Field label="First day">
          <TextInput
            type="date"
            value={draft.startsOn}
            onChange={(event) => onChange({ startsOn: event.currentTarget.value })}
          />
        </Field>
        <Field label="Time">
          <TextInput
            type="time"
            value={draft.timeOfDay}
            onChange={(event) => onChange({ timeOfDay: event.currentTarget.value })}
          />
        </Field>
      </div>
    </>
  );
}

/** The page's own zone, unless another one was kept with the rule. */
function useZoneOf({ pageId, timeZone }: RecurrenceDraft): string {
  const own = useTimeZone();
  const { data } = useQuery({ ...apiQuery(listPagePlans), enabled: timeZone === '' });
  if (timeZone !== '') return timeZone;
  return data?.find(({ facebookPageId }) => String(facebookPageId) === pageId)?.zone ?? own;
}

function useSaving(known: Recurrence | null, onDone: () => void, onProblem: (problem: string) => void) {
  const notify = useNotify();
  const done = {
    onSuccess: ({ words }: Recurrence) => {
      notify({ tone: 'default', title: known === null ? 'Post Repeats' : 'Changes Saved', description: words });
      onDone();
    },
    onError: (error: Error) => onProblem(reasonOf(error, 'Please try again.')),
  };
  const create = useApiMutation(createRecurrence, done);
  const update = useApiMutation(updateRecurrence, done);
  return {
    isPending: create.isPending || update.isPending,
    save: (draft: RecurrenceDraft) =>
      known === null
        ? create.mutate({ body: bodyOf(draft) })
        : update.mutate({ params: { id: known.id }, body: bodyOf(draft) }),
  };
}
