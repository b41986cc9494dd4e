import { expect, test } from 'vitest';
import { ApiError } from '../../kit/index.ts';
import { loginOutcome, type LoginOutcome } from './login-outcome.ts';

const answered = (status: number, body: string) => ApiError.fromResponse(new Response(body, { status }));
const alert = (message: string): LoginOutcome => ({ kind: 'alert', message });
const blocked =
  'Access Denied: Your account has been blocked from accessing this application. ' +
  'Please contact the administrator if you believe this is an error.';

test.each<[string, number, string, LoginOutcome]>([
  [
    'an invitation is required',
    401,
    '{"requiresInvitation":true,"facebookId":"77","name":"Ivy Invitee","message":"You need an invitation."}',
    { kind: 'invitation', facebookId: '77', name: 'Ivy Invitee' },
  ],
  ['the account is blocked', 403, '{"type":"blacklist","message":"Blocked for spam"}', alert(blocked)],
  [
    'the account is refused with a reason',
    403,
    '{"message":"Only on weekdays"}',
    alert('Access Denied: Only on weekdays'),
  ],
  [
    'the account is refused without a reason',
    403,
    '{}',
    alert('Access denied. Please contact help@example.com for authorization.'),
  ],
  [
    'the account is refused by something that is not ours',
    403,
    '<h1>Forbidden</h1>',
    alert('Access denied. Please contact help@example.com for authorization.'),
  ],
  [
    'the token is not accepted',
    401,
    '{"message":"The token is not valid."}',
    alert('Authentication failed: The token is not valid.'),
  ],
  [
    'too many try',
    429,
    '{"message":"Too many logins. Wait a minute."}',
    alert('Authentication failed: Too many logins. Wait a minute.'),
  ],
  [
    'the server fails with a reason',
    503,
    '{"message":"Facebook does not answer."}',
    alert('Authentication failed: Facebook does not answer.'),
  ],
  ['the server fails without a reason', 500, '', alert('Login failed. Please try again.')],
])('when %s (%i %s) the person is told the right thing', async (_, status, body, outcome) => {
  expect(loginOutcome(await answered(status, body), 'help@example.com')).toEqual(outcome);
});

test.each([
  ['no network', ApiError.unreachable(new TypeError('fetch failed'))],
  ['a fault of our own', new TypeError('x is undefined')],
  ['nothing', undefined],
])('with %s the person may try again', (_, error) => {
  expect(loginOutcome(error, 'help@example.com')).toEqual(alert('Login failed. Please try again.'));
});
