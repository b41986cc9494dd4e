import type { WebhookDelivery } from '@pagecast/api/contract';
import type { Tone } from '../../../kit/index.ts';

/** Why nothing came back. */
const FLAWS: Readonly<Record<string, string>> = {
  timeout: 'No answer within 10 seconds',
  unreachable: "Couldn't connect",
  'unknown-host': "This address doesn't exist",
  certificate: "The receiver's certificate isn't valid",
  private: 'The address leads into a private network',
};

export function describeDelivery({ state, attempts, lastStatus, lastFlaw }: WebhookDelivery): string {
  if (attempts === 0) return state === 'failed' ? 'Not sent' : 'Not sent yet';
  const tries = attempts === 1 ? '' : ` (${attempts} attempts)`;
  if (lastStatus !== null) return `Answered ${lastStatus}${tries}`;
  return `${FLAWS[lastFlaw ?? ''] ?? "Couldn't be sent"}${tries}`;
}

export const DELIVERY_STATES: Readonly<Record<string, { tone: Tone; label: string }>> = {
  waiting: { tone: 'accent', label: 'Waiting' },
  delivered: { tone: 'ok', label: 'Delivered' },
  failed: { tone: 'bad', label: 'Failed' },
};

/** Why a webhook was turned off by us. */
export const OFF_REASONS: Readonly<Record<string, string>> = {
  gone: 'Turned off because the receiver says it no longer exists.',
  failing: 'Turned off because nothing got through for a day.',
  overfull: 'Turned off because too many events were waiting.',
  lost_key: "Turned off because the server's secret key was replaced. Delete it and create it again.",
};
