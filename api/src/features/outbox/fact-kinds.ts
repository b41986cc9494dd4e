import { NOTIFICATION_KINDS, type NotificationKind } from '../../contract/notification-choices.ts';

/** Kinds of facts that people are told of, in the order in which they choose among them. */
export const FACT_KINDS = Object.keys(NOTIFICATION_KINDS) as NotificationKind[];

/** Nobody else is told of these. */
export const ADMINISTRATORS_KINDS: readonly NotificationKind[] = [
  'release_current',
  'release_taken_back',
  'system_problem',
];
