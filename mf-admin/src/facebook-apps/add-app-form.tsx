import { addFacebookApp, ENVIRONMENTS, type Environment } from '@pagecast/api/contract';
import { ChoiceField, Field, reasonOf, TextInput, useApiMutation, useNotify } from '@pagecast/shell/kit';
import { useState, type FormEvent } from 'react';
import { AdminForm } from '../parts/admin-form.tsx';
import { ENVIRONMENT_WORDS } from '../parts/environment-words.ts';

interface NewApp {
  readonly appId: string;
  readonly appSecret: string;
  readonly appMode: Environment;
  readonly description: string;
}

const EMPTY: NewApp = {
  appId: '',
  appSecret: '',
  appMode: 'development',
  description: '',
};

/** Adding waits until app ID and secret are both filled. Source: spec section 5. */
export function AddAppForm() {
  const notify = useNotify();
  const [app, setApp] = useState(EMPTY);
  const add = useApiMutation(addFacebookApp, {
    onSuccess: (_, { body }) => {
      setApp(EMPTY);
      notify({
        tone: 'default',
        title: 'Facebook App Added',
        description: `It's now the active app of ${ENVIRONMENT_WORDS[body.appMode]}.`,
      });
    },
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Failed to Add App', description: reasonOf(error, 'Please try again.') }),
  });
  const appId = app.appId.trim();
  const appSecret = app.appSecret.trim();

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    add.mutate({
      body: { appId, appSecret, appMode: app.appMode, isActive: true, description: app.description.trim() || null },
    });
  };

  return (
    <AdminForm
      label="Add Facebook app"
      onSubmit={handleSubmit}
      submitLabel="Add App"
      disabled={appId === '' || appSecret === ''}
      busy={add.isPending}
      busyLabel="Adding..."
    >
      <AppFields app={app} onChange={(change) => setApp({ ...app, ...change })} />
    </AdminForm>
  );
}

function AppFields({ app, onChange }: { app: NewApp; onChange: (change: Partial<NewApp>) => void }) {
  return (
    <>
      <Field label="App ID">
        <TextInput
          value={app.appId}
          onChange={(event) => onChange({ appId: event.currentTarget.value })}
          inputMode="numeric"
          autoComplete="off"
          className="font-mono"
        />
      </Field>
      <Field label="App secret">
        <TextInput
          value={app.appSecret}
          onChange={(event) => onChange({ appSecret: event.currentTarget.value })}
          type="password"
          autoComplete="new-password"
          spellCheck={false}
          className="font-mono"
        />
      </Field>
      <ChoiceField
        label="Environment"
        value={app.appMode}
        onValueChange={(appMode) => onChange({ appMode })}
        options={ENVIRONMENTS}
        nameOf={(mode) => ENVIRONMENT_WORDS[mode]}
      />
      <Field label="Description (optional)">
        <TextInput
          value={app.description}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
          autoComplete="off"
          maxLength={500}
        />
      </Field>
    </>
  );
}
