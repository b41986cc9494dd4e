import { readApiConfig, updateApiConfig, type ApiConfig, FIZTECH, type KeyService } from '@pagecast/api/contract';
import { apiQuery, Button, Field, Loaded, reasonOf, TextInput, useApiMutation, useNotify } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { AdminSection } from '../parts/admin-section.tsx';
import { KeyTest } from './key-test.tsx';
import { readKeys } from './read-keys.ts';

/** The keys to the services that write and take content. */
export function ApiConfigurationCard() {
  const query = useQuery(apiQuery(readApiConfig));
  return (
    <AdminSection
      id="api-configuration"
      title="API Configuration"
      description="Keys are stored encrypted. Only their last four characters are ever shown."
    >
      <Loaded query={query} rows={2}>
        {(config) => <Keys config={config} />}
      </Loaded>
    </AdminSection>
  );
}

function Keys({ config }: { config: ApiConfig }) {
  const notify = useNotify();
  const update = useApiMutation(updateApiConfig);

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    update.mutate(
      { body: readKeys(new FormData(form)) },
      {
        onSuccess: () => {
          form.reset();
          notify({ tone: 'default', title: 'API Configuration Updated' });
        },
        onError: (error) =>
          notify({ tone: 'destructive', title: 'Update Failed', description: reasonOf(error, 'Unknown error') }),
      },
    );
  };

  return (
    <form noValidate aria-label="API keys" onSubmit={handleSubmit} className="flex flex-col gap-5">
      <KeyField name="openaiApiKey" label="OpenAI API key" current={config.openaiApiKey} service="openai" />
      <KeyField name="fiztechApiKey" label="Fiztech API key" current={config.fiztechApiKey} service={FIZTECH} />
      <Button type="submit" variant="primary" busy={update.isPending} busyLabel="Saving..." className="self-start">
        Save Keys
      </Button>
    </form>
  );
}

function KeyField({
  name,
  label,
  current,
  service,
}: {
  name: string;
  label: string;
  current: string | null;
  service: KeyService;
}) {
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={label}
        className="max-w-xl"
        hint={
          current === null ? (
            'Not set.'
          ) : (
            <>
              In use: <span className="font-mono wrap-anywhere">{current}</span>. Leave empty to keep it.
            </>
          )
        }
      >
        <TextInput
          name={name}
          type="password"
          autoComplete="new-password"
          spellCheck={false}
          className="font-mono"
          placeholder={current === null ? 'Enter a key' : 'Enter a new key'}
        />
      </Field>
      <KeyTest service={service} isSet={current !== null} />
    </div>
  );
}
