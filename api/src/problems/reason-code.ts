import type { AutomationReason } from '../contract/automation-reasons.ts';
import { wireCode } from './present-problem.ts';

/** As releases before this one have called it: callers go by that. */
export function reasonCode(reason: AutomationReason): string {
  switch (reason.code) {
    case 'not_published':
    case 'declined':
      return 'refused';
    case 'ai':
      return reason.params.failure;
    case 'problem':
      return wireCode(reason.params.problem);
    case 'other':
      return reason.params.code;
    default:
      return reason.code;
  }
}
