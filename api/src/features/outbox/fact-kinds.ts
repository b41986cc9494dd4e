/** Kinds of facts that people are told of, in the order in which they choose among them. */
export const FACT_KINDS = [
  'post_failed',
  'post_missed',
  'post_in_doubt',
  'page_needs_reconnect',
  'page_warning',
  'rule_stopped',
  'automation_stopped',
  'automation_waits_for_review',
  'webhook_off',
  'release_current',
  'release_taken_back',
  'system_problem',
] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** Nobody else is told of these. */
export const ADMINISTRATORS_KINDS: readonly FactKind[] = ['release_current', 'release_taken_back', 'system_problem'];
