import { MIN_CODE_LENGTH } from '@pagecast/api/contract';
import { instantOf } from '@pagecast/shell/kit';

export interface NewCode {
  code: string;
  description: string | null;
  maxUses: number | null;
  expiresAt: string | null;
}

/** @param fields the form's `code`, `description`, `maxUses` and `expiresAt`, the last as a local date-time */
export function readCode(
  fields: FormData,
  { timeZone, now }: { timeZone: string; now: Date },
): { body: NewCode } | { problem: string } {
  const text = (name: string) => String(fields.get(name) ?? '').trim();
  const code = text('code');
  if (code === '') return { problem: 'Please enter an invitation code' };
  if (code.length < MIN_CODE_LENGTH)
    return {
      problem: `Please use at least ${MIN_CODE_LENGTH} characters, or press Generate. Shorter codes can be guessed.`,
    };

  const uses = text('maxUses');
  if (uses !== '' && !/^[1-9]\d{0,8}$/.test(uses))
    return { problem: 'Max uses must be a whole number of 1 or more. Leave it empty for unlimited uses.' };

  const expiry = text('expiresAt');
  const [date = '', time = ''] = expiry.split('T');
  const expiresAt = expiry === '' ? null : instantOf(date, time, timeZone)?.at;
  if (expiresAt === undefined) return { problem: 'Please enter both an expiry date and time.' };
  if (expiresAt !== null && expiresAt <= now) return { problem: 'Please choose an expiry in the future.' };

  return {
    body: {
      code,
      description: text('description') || null,
      maxUses: uses === '' ? null : Number(uses),
      expiresAt: expiresAt === null ? null : expiresAt.toISOString(),
    },
  };
}
