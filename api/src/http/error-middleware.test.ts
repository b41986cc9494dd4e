import pg from 'pg';
import { expect, test } from 'vitest';
import { errorBody } from './error-middleware.ts';

test.each([
  ['53100', "Pagecast has no room left, so this wasn't saved. Please try again later, or tell support."],
  ['53300', "Pagecast can't reach its database right now. Please try again in a few seconds."],
  ['25006', "Pagecast can't reach its database right now. Please try again in a few seconds."],
])('what the database refuses with %s is said', (code, message) => {
  const error = Object.assign(new pg.DatabaseError('could not extend file', 1, 'error'), { code });
  expect(errorBody(error)).toMatchObject({ message, code: 'unavailable' });
});
