import {
  AUTOMATION_MODES,
  CONTENT_SCOPE_MAX_LENGTH,
  LANGUAGES,
  MAX_POSTS_PER_CYCLE,
  type AutomationMode,
  type Language,
} from '@pagecast/api/contract';
import { Button, Dialog, Field, NativeSelect, TextArea } from '@pagecast/shell/kit';
import { useId, useState, type FormEvent } from 'react';
import type { PageChoices } from './page-edits.ts';
import { MODE_LABELS } from './page-words.ts';

const COUNTS = Array.from({ length: MAX_POSTS_PER_CYCLE }, (_, index) => index + 1);

/** Sets the same for many pages. What is left alone stays as each page has it. Nothing is saved yet. */
export function ChangeManyDialog({
  count,
  onClose,
  onChange,
}: {
  count: number;
  onClose: () => void;
  onChange: (change: Partial<PageChoices>) => void;
}) {
  const formId = useId();
  const [posts, setPosts] = useState('');
  const [language, setLanguage] = useState<Language | ''>('');
  const [mode, setMode] = useState<AutomationMode | ''>('');
  const [scope, setScope] = useState('');

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onChange({
      ...(posts !== '' && { contentCount: Number(posts) }),
      ...(language !== '' && { language }),
      ...(mode !== '' && { mode }),
      ...(scope.trim() !== '' && { contentScope: scope }),
    });
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={count === 1 ? 'Set up 1 page' : `Set up ${count} pages together`}
      description="Fields you don't change stay the same. Press Save when you're done."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId}>
            Apply
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={handleSubmit} className="flex flex-col gap-4">
        <Field label="Posts per cycle">
          <NativeSelect value={posts} onChange={(event) => setPosts(event.currentTarget.value)}>
            <option value="">Leave as it is</option>
            {COUNTS.map((number) => (
              <option key={number} value={number}>
                {number}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <Field label="Language">
          <NativeSelect value={language} onChange={(event) => setLanguage(event.currentTarget.value as Language | '')}>
            <option value="">Leave as it is</option>
            {LANGUAGES.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <Field label="Review">
          <NativeSelect value={mode} onChange={(event) => setMode(event.currentTarget.value as AutomationMode | '')}>
            <option value="">Leave as it is</option>
            {AUTOMATION_MODES.map((name) => (
              <option key={name} value={name}>
                {MODE_LABELS[name]}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <Field label="Content scope" hint="Empty leaves each page its own.">
          <TextArea
            autosize
            rows={3}
            maxLength={CONTENT_SCOPE_MAX_LENGTH}
            value={scope}
            onChange={(event) => setScope(event.currentTarget.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
