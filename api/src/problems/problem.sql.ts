import { PROBLEM_ACTION } from '../contract/pages.ts';
import type { ProblemCode } from '../contract/problems.ts';
import { CODE } from './problem.ts';

/** SQL: the problem is one of these. @param problem an expression of jsonb */
export function hasCode(problem: string, ...codes: readonly [ProblemCode, ...ProblemCode[]]): string {
  return `${problem} ->> 'code' in (${codes.map((code) => `'${code}'`).join(', ')})`;
}

/** SQL: the tech site's key was changed after it was refused for the post `p`. */
export const KEY_IS_NEW = `case when p.problem ->> 'code' = '${CODE.techSiteKey}' then exists (
  select from api_config c
  where c.fiztech_api_key_at > (select max(a.ended_at) from publish_attempts a where a.post_id = p.id)
) else false end`;

/** SQL: the post may be out, and its owner is asked whether it is. */
export function asksOwner(problem: string): string {
  return `${problem} ->> 'action' = '${PROBLEM_ACTION.resolve}'`;
}

/**
 * The post `post` was sent, and nobody has seen that it is not out, nor has its owner said so: its attempts are the
 * memory by which it is looked for before it is sent again.
 */
export const mayBeOutSql = (post: string) => `exists (select from publish_attempts a
  where a.post_id = ${post}.id and a.may_be_out and not exists (select from publish_attempts o
    where o.post_id = a.post_id and o.id >= a.id and o.resolution ->> 'as' = 'not-out'))`;
