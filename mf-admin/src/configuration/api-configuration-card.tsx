import {
  KEY_UNTRIED,
  readApiConfig,
  updateApiConfig,
  type ApiConfig,
  FIZTECH,
  type KeyService,
} from '@pagecast/api/contract';
import {
  apiQuery,
  Button,
  ConfirmDialog,
  Field,
  Loaded,
  reasonOf,
  statusOf,
  TextInput,
  useApiMutation,
  useNotify,
  type ApiError,
} from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ModelRow } from '../ai-model/model-row.tsx';
import { AdminSection, type Section } from '../parts/admin-section.tsx';
import { DefaultKeyButton } from './default-key-button.tsx';
import { KeyTest } from './key-test.tsx';
import { readKeys } from './read-keys.ts';

export const apiConfigurationSection: Section = {
  id: 'api-configuration',
  title: 'API Configuration',
  Card: ApiConfigurationCard,
};

/** The keys to the services that write and take content. */
export function ApiConfigurationCard() {
  const query = useQuery(apiQuery(readApiConfig));
  return (
    <AdminSection
      of={apiConfigurationSection}
      description="Keys are stored encrypted. Only their last four characters are ever shown."
    >
      <Loaded query={query} rows={2}>
        {(config) => (
          <div className="flex flex-col gap-5">
            <Keys config={config} />
            {config.aiModel !== undefined && <ModelRow model={config.aiModel} />}
          </div>
        )}
      </Loaded>
    </AdminSection>
  );
}

function Keys({ config }: { config: ApiConfig }) {
  const notify = useNotify();
  const form = useRef<HTMLFormElement>(null);
  const [untried, setUntried] = useState<string | null>(null);
  const update = useApiMutation(updateApiConfig, {
    onSuccess: () => notify({ tone: 'default', title: 'API Configuration Updated' }),
    onError: (error) => {
      if (isUntried(error)) return setUntried(reasonOf(error, ''));
      notify({ tone: 'destructive', title: 'Update Failed', description: reasonOf(error, 'Unknown error') });
    },
  });

  const save = (tryFirst: boolean) => {
    if (form.current === null) return;
    const keys = readKeys(new FormData(form.current));
    update.mutate(
      { body: { ...keys, ...(tryFirst && keys.openaiApiKey !== undefined && { tryFirst }) } },
      { onSuccess: () => form.current?.reset() },
    );
  };

  return (
    <form
      ref={form}
      noValidate
      aria-label="API keys"
      onSubmit={(event) => {
        event.preventDefault();
        save(true);
      }}
      className="flex flex-col gap-5"
    >
      <KeyField name="openaiApiKey" label="OpenAI API key" config={config} service="openai" />
      <KeyField name="fiztechApiKey" label="Fiztech API key" config={config} service={FIZTECH} />
      {typeof config.graphVersionNote === 'string' && <p className="text-ink-soft">{config.graphVersionNote}</p>}
      <Button type="submit" variant="primary" busy={update.isPending} busyLabel="Saving..." className="self-start">
        Save Keys
      </Button>
      <UntriedQuestion
        reason={untried}
        onClose={() => setUntried(null)}
        onKeep={() => {
          setUntried(null);
          save(false);
        }}
      />
    </form>
  );
}

/** @param reason why the key could not be tried; null while nothing is asked */
function UntriedQuestion({
  reason,
  onKeep,
  onClose,
}: {
  reason: string | null;
  onKeep: () => void;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      open={reason !== null}
      onClose={onClose}
      onConfirm={onKeep}
      title="Keep this key anyway?"
      message={`${reason ?? ''} If it's wrong, nobody can generate posts until you change it.`}
      confirmLabel="Keep key"
    />
  );
}

function KeyField({
  name,
  label,
  config,
  service,
}: {
  name: 'openaiApiKey' | 'fiztechApiKey';
  label: string;
  config: ApiConfig;
  service: KeyService;
}) {
  const current = config[name];
  // Set here, and not by the settings of the server; an older server does not say it.
  const isOwn = (name === 'openaiApiKey' ? config.isOwnOpenaiKey : config.isOwnFiztechKey) ?? false;
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} className="max-w-xl" hint={<KeyHint current={current} isOwn={isOwn} />}>
        <TextInput
          name={name}
          type="password"
          autoComplete="new-password"
          spellCheck={false}
          className="font-mono"
          placeholder={current === null ? 'Enter a key' : 'Enter a new key'}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <KeyTest service={service} isSet={current !== null} />
        {isOwn && <DefaultKeyButton name={name} label={label} />}
      </div>
    </div>
  );
}

/** The key may be right. */
function isUntried(error: Error): boolean {
  return statusOf(error) !== null && (error as ApiError).body?.code === KEY_UNTRIED;
}

function KeyHint({ current, isOwn }: { current: string | null; isOwn: boolean }) {
  if (current === null) return 'Not set.';
  return (
    <>
      In use: <span className="font-mono wrap-anywhere">{current}</span>
      {isOwn ? ', set here.' : '.'} Leave empty to keep it.
    </>
  );
}
