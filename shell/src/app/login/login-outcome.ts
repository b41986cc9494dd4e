import { statusOf } from '../../kit/index.ts';

export type LoginOutcome =
  | { kind: 'invitation'; facebookId: string; name: string }
  | { kind: 'alert'; message: string };

const BLOCKED =
  'Access Denied: Your account has been blocked from accessing this application. ' +
  'Please contact the administrator if you believe this is an error.';
const FAILED = 'Login failed. Please try again.';

/**
 * What a login that did not succeed means for the person. `error` is what the call threw. Source: spec section 8, login
 * outcomes.
 */
export function loginOutcome(error: unknown, supportEmail: string): LoginOutcome {
  const { status, body } = readError(error);
  if (status === 0) return { kind: 'alert', message: FAILED };
  if (status === 401 && body['requiresInvitation'] === true) {
    return { kind: 'invitation', facebookId: String(body['facebookId'] ?? ''), name: String(body['name'] ?? '') };
  }
  const message = typeof body['message'] === 'string' && body['message'] !== '' ? body['message'] : null;
  if (status === 403) {
    if (body['type'] === 'blacklist') return { kind: 'alert', message: BLOCKED };
    return {
      kind: 'alert',
      message:
        message === null
          ? `Access denied. Please contact ${supportEmail} for authorization.`
          : `Access Denied: ${message}`,
    };
  }
  return { kind: 'alert', message: message === null ? FAILED : `Authentication failed: ${message}` };
}

function readError(error: unknown): { status: number; body: Record<string, unknown> } {
  const status = statusOf(error) ?? 0;
  const body =
    error instanceof Error && 'body' in error && typeof error.body === 'object' && error.body !== null
      ? (error.body as Record<string, unknown>)
      : {};
  return { status, body };
}
