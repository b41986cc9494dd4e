// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderScreen } from '../testing.tsx';
import { Field } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { TextInput } from './inputs.tsx';

function Saving() {
  const [isBusy, setBusy] = useState(false);
  return (
    <FormDialog title="Rename" submitLabel="Save" busy={isBusy} onClose={() => {}} onSubmit={() => setBusy(true)}>
      <Field label="Name">
        <TextInput name="name" />
      </Field>
    </FormDialog>
  );
}

test('while it saves nothing is typed that would be lost, and the focus is on what says so', async () => {
  renderScreen(Saving);
  const field = await screen.findByLabelText('Name');
  expect(field.closest('[inert]')).toBeNull();
  await userEvent.type(field, 'Bread{Enter}');
  const button = screen.getByRole('button', { name: 'Saving...' });
  expect(field.closest('[inert]')).not.toBeNull();
  expect(button.closest('[inert]')).toBeNull();
  expect(document.activeElement).toBe(button);
});
