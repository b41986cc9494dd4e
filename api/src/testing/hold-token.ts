import { createToken, TOKEN_SCOPES } from '../contract/index.ts';
import type { Caller, TestApi } from './test-api.ts';

/** A program of this person, with a token of every scope and without approvals, unless `wanted` says otherwise. */
export async function holdToken(api: Pick<TestApi, 'withToken'>, person: Caller, wanted: object = {}): Promise<Caller> {
  const { status, body, text } = await person.call(createToken, {
    body: { name: 'A program', scopes: [...TOKEN_SCOPES], needsApproval: false, ...wanted },
  });
  if (status !== 201) throw new Error(text);
  return api.withToken(body.token);
}
