import { ENVIRONMENTS, updateFacebookApp, type Environment, type FacebookApp } from '@pagecast/api/contract';
import { ChoiceField, Field, FormDialog, Switch, TextInput } from '@pagecast/shell/kit';
import { useState } from 'react';
import { ENVIRONMENT_WORDS } from '../parts/environment-words.ts';
import { useNotifiedMutation } from '../parts/use-notified-mutation.ts';

/** An empty secret keeps the one that is stored: nobody can read it back. */
export function EditAppDialog({ app, onClose }: { app: FacebookApp; onClose: () => void }) {
  const [appMode, setAppMode] = useState<Environment>(app.appMode);
  const [isActive, setIsActive] = useState(app.isActive);
  const update = useNotifiedMutation(updateFacebookApp, {
    done: { title: 'Facebook App Updated' },
    failed: 'Update Failed',
    otherwise: 'Unknown error',
  });

  const handleSubmit = (fields: FormData) => {
    const appSecret = String(fields.get('appSecret')).trim();
    const description = String(fields.get('description')).trim() || null;
    const appId = String(fields.get('appId')).trim();
    const body = { appId, ...(appSecret !== '' && { appSecret }), appMode, isActive, description };
    update.mutate({ params: { id: app.id }, body }, { onSuccess: onClose });
  };

  return (
    <FormDialog
      onClose={onClose}
      title={`Edit app ${app.appId}`}
      submitLabel="Save"
      busy={update.isPending}
      onSubmit={handleSubmit}
    >
      <AppKeys app={app} />
      <ChoiceField
        label="Environment"
        value={appMode}
        onValueChange={setAppMode}
        options={ENVIRONMENTS}
        nameOf={(mode) => ENVIRONMENT_WORDS[mode]}
      />
      <DescriptionField app={app} />
      <Switch label="Active" checked={isActive} onCheckedChange={setIsActive} />
    </FormDialog>
  );
}

/** Not kept by this form: the browser holds them until they are sent. */
function AppKeys({ app }: { app: FacebookApp }) {
  return (
    <>
      <Field label="App ID">
        <TextInput name="appId" defaultValue={app.appId} inputMode="numeric" autoComplete="off" className="font-mono" />
      </Field>
      <Field label="App secret" hint="Leave empty to keep the current one.">
        <TextInput
          name="appSecret"
          type="password"
          autoComplete="new-password"
          placeholder={app.appSecret}
          className="font-mono"
        />
      </Field>
    </>
  );
}

function DescriptionField({ app }: { app: FacebookApp }) {
  return (
    <Field label="Description (optional)">
      <TextInput name="description" defaultValue={app.description ?? ''} autoComplete="off" maxLength={500} />
    </Field>
  );
}
