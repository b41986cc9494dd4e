import { CHOSEN_PROMPTS, EXAM_LIMIT_MICROS, EXAM_SECONDS, startModelExam, type AiModel } from '@pagecast/api/contract';
import { Button, Field, NativeSelect, reasonOf, TextInput, useApiMutation } from '@pagecast/shell/kit';
import { dollars } from './exam-words.ts';

const PROMPT_LABELS = { post: 'Prompt for New Post', automation: 'Prompt for automation' } as const;

/** What is to sit the exam. */
export function ExamForm({ model, onBegun }: { model: AiModel; onBegun: (examId: number) => void }) {
  const start = useApiMutation(startModelExam, { onSuccess: ({ id }) => onBegun(id) });
  const choosable = CHOSEN_PROMPTS.filter((id) => model.versions[id].length > 1);
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        const prompts = Object.fromEntries(choosable.map((id) => [id, Number(fields.get(id))]));
        start.mutate({ body: { model: String(fields.get('model')).trim(), prompts } });
      }}
    >
      <Field
        label="Model"
        hint={`In use: ${model.model}. The server's default is ${model.modelOfServer}.`}
        error={start.error === null ? null : reasonOf(start.error, 'Please try again.')}
      >
        <TextInput
          name="model"
          defaultValue={model.model}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
        />
      </Field>
      {choosable.map((id) => (
        <Field key={id} label={PROMPT_LABELS[id]}>
          <NativeSelect name={id} defaultValue={model.prompts[id]}>
            {model.versions[id].map((news, index) => (
              <option key={index} value={index + 1}>
                {versionWords(index + 1, news, model.prompts[id])}
              </option>
            ))}
          </NativeSelect>
        </Field>
      ))}
      <p className="text-xs text-ink-soft">
        Takes up to {EXAM_SECONDS / 60} minutes and up to {dollars(EXAM_LIMIT_MICROS)} of your AI budget. Nothing
        changes until you confirm.
      </p>
      <Button type="submit" variant="primary" busy={start.isPending} busyLabel="Starting..." className="self-start">
        Start exam
      </Button>
    </form>
  );
}

/** 'Version 2: Takes no orders from quotes.' */
function versionWords(version: number, news: string, inUse: number): string {
  return `Version ${version}${version === inUse ? ' (in use)' : ''}${news === '' ? '' : `: ${news}`}`;
}
