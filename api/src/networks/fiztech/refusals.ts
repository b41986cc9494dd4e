import { FIZTECH } from '../../contract/networks.ts';
import { PROBLEM_ACTION } from '../../contract/pages.ts';
import type { Failure } from '../failure.ts';
import { inMinutes, type Refusal } from '../refusal.ts';
import { FiztechError } from './fiztech-error.ts';

const PLACE = { target: FIZTECH, page: null } as const;

export function refusalOf(error: Failure, _pageName: string, now: Date): Refusal {
  if (!(error instanceof FiztechError)) throw new Error('Nothing that the tech site said');
  switch (error.kind) {
    case 'configuration':
      return {
        kind: 'fail',
        problem: { code: 'tech_site_key', action: PROBLEM_ACTION.publishNow, params: {} },
      };
    case 'rate-limited': {
      const minutes = Math.ceil((error.retryAfterSeconds ?? 60) / 60);
      const params = { ...PLACE, stage: 'refused', until: inMinutes(minutes, now) } as const;
      return { kind: 'pause', scope: 'app', minutes, problem: { code: 'rate_limited', action: null, params } };
    }
    case 'bad':
    case 'transient':
      return {
        kind: 'fail',
        problem: { code: 'refused', action: PROBLEM_ACTION.edit, params: { ...PLACE, said: error.message } },
      };
  }
}
