import { redeemInvitationCode, validateInvitation } from '@pagecast/api/contract';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { ApiError, Button, callApi, Field, TextInput } from '../../kit/index.ts';

const UNCHECKED = 'Failed to validate invitation code. Please try again.';
const UNUSED = 'Failed to use invitation code';
const UNKNOWN_ACCOUNT = 'Log in with Facebook first, so we know which account the code is for.';
const TOO_MANY_REQUESTS = 429;

/**
 * `code`: what an invitation link brought along. First asks whether the code is good, then uses it. The texts are those
 * of spec sections 5 and 8.
 */
export function InvitationForm({
  facebookId,
  name,
  code: given = '',
  onGranted,
}: {
  facebookId: string;
  name: string;
  code?: string;
  onGranted: () => Promise<void>;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const redeem = useMutation({
    mutationFn: (code: string) => submitCode({ code, facebookId, name }),
    onSuccess: (refusal) => {
      if (refusal === null) return onGranted();
      setProblem(refusal);
      return undefined;
    },
    // Who is held back for a minute must not hear 'try again'.
    onError: (error) =>
      setProblem((error instanceof ApiError && error.status === TOO_MANY_REQUESTS && error.body?.message) || UNCHECKED),
  });

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code')).trim();
    if (code === '') return setProblem('Please enter an invitation code');
    setProblem(null);
    redeem.mutate(code);
  };

  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-3 text-left">
      <Field label="Invitation Code" error={problem}>
        <TextInput
          name="code"
          defaultValue={given}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="Enter your code"
          className="font-mono"
        />
      </Field>
      <Button type="submit" variant="primary" busy={redeem.isPending} busyLabel="Validating...">
        Submit Code
      </Button>
    </form>
  );
}

/**
 * Null when the account may come in now, else what to tell the person.
 * @throws when nobody could be asked whether the code is good
 */
async function submitCode({
  code,
  facebookId,
  name,
}: {
  code: string;
  facebookId: string;
  name: string;
}): Promise<string | null> {
  const { valid } = await callApi(validateInvitation, { body: { code } });
  if (!valid) return 'Invalid or expired invitation code';
  if (facebookId === '') return UNKNOWN_ACCOUNT;
  try {
    await callApi(redeemInvitationCode, { body: { code, facebookId, name } });
    return null;
  } catch (error) {
    return (error instanceof ApiError && error.body?.message) || UNUSED;
  }
}
