import {
  AUTOMATION_MODES,
  CONTENT_SCOPE_MAX_LENGTH,
  LANGUAGES,
  MAX_POSTS_PER_CYCLE,
  type AutomationMode,
  type Language,
} from '@pagecast/api/contract';
import { Field, FormDialog, NativeSelect, TextArea } from '@pagecast/shell/kit';
import { useState } from 'react';
import type { PageChoices } from './page-edits.ts';
import { MODE_LABELS } from './page-words.ts';

const COUNTS = Array.from({ length: MAX_POSTS_PER_CYCLE }, (_, index) => `${index + 1}`);

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
  const [posts, setPosts] = useState('');
  const [language, setLanguage] = useState<Language | ''>('');
  const [mode, setMode] = useState<AutomationMode | ''>('');
  const [scope, setScope] = useState('');

  function handleSubmit() {
    onChange({
      ...(posts !== '' && { contentCount: Number(posts) }),
      ...(language !== '' && { language }),
      ...(mode !== '' && { mode }),
      ...(scope.trim() !== '' && { contentScope: scope }),
    });
    onClose();
  }

  return (
    <FormDialog
      onClose={onClose}
      title={count === 1 ? 'Edit 1 page' : `Edit ${count} pages`}
      description="Fields you don't change stay the same. Press Save when you're done."
      submitLabel="Apply"
      onSubmit={handleSubmit}
    >
      <KeepOrSet label="Posts per cycle" value={posts} options={COUNTS} onValueChange={setPosts} />
      <KeepOrSet label="Language" value={language} options={LANGUAGES} onValueChange={setLanguage} />
      <KeepOrSet
        label="Review"
        value={mode}
        options={AUTOMATION_MODES}
        nameOf={(name) => MODE_LABELS[name]}
        onValueChange={setMode}
      />
      <ScopeField value={scope} onValueChange={setScope} />
    </FormDialog>
  );
}

/** A choice that can be left as each page has it, which is ''. */
function KeepOrSet<Value extends string>({
  label,
  value,
  options,
  nameOf = (option) => option,
  onValueChange,
}: {
  label: string;
  value: Value | '';
  options: readonly Value[];
  nameOf?: (value: Value) => string;
  onValueChange: (value: Value | '') => void;
}) {
  return (
    <Field label={label}>
      <NativeSelect value={value} onChange={(event) => onValueChange(event.currentTarget.value as Value | '')}>
        <option value="">Leave as it is</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {nameOf(option)}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}

function ScopeField({ value, onValueChange }: { value: string; onValueChange: (scope: string) => void }) {
  return (
    <Field label="Content scope" hint="Leave empty to keep each page's own.">
      <TextArea
        autosize
        rows={3}
        maxLength={CONTENT_SCOPE_MAX_LENGTH}
        value={value}
        onChange={(event) => onValueChange(event.currentTarget.value)}
      />
    </Field>
  );
}
