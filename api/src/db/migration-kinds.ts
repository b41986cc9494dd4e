import type { Knex } from 'knex';

/** A step of the database's shape, with its way back. */
interface Step {
  readonly config?: { readonly transaction?: boolean };
  /** Names of checks that let pass what they let pass before, and more. */
  readonly widens?: readonly string[];
  up(db: Knex): Promise<void>;
  /** Takes away what `up` has added, and nothing else. */
  down(db: Knex): Promise<void>;
}

/**
 * What a migration says of itself. `expand` only adds, so that processes of any earlier release go on beside it.
 * `contract` takes something away, or asks more of those who write: processes may run on it whose release has the
 * migration `safeSince`, with which came the code that does without.
 */
export type Migration = Step &
  ({ readonly kind: 'expand' } | { readonly kind: 'contract'; readonly safeSince: string });

/** Migrations of the days before they said so themselves. These asked for a release that had them. */
const EARLIER_CONTRACTS = new Set([
  '20261121100000_extend_publishing',
  '20261121110000_share_post_summaries',
  '20261122150200_compare_codes_without_case',
  '20261122160000_know_things_by_their_owner',
  '20261122160100_tie_things_to_their_owner',
  '20261122200100_use_the_words_of_the_field',
  '20261122210000_keep_no_null_in_json',
  '20261122210100_keep_codes_in_place_of_sentences',
  '20261122220100_refuse_impossible_posts',
  '20261122230000_take_any_network',
]);

/**
 * The last one that says nothing of itself. Releases that know no later one do not tell the database what they know.
 */
export const LAST_EARLIER = '20261123030000_create_release_tokens';

/** What was lost with these, such as rows of networks that were unknown before, nobody can bring back. */
export const OLDEST_WAY_BACK = '20261122230000_take_any_network';

/** @param steps those up to and with `LAST_EARLIER` */
export function withKinds(steps: Readonly<Record<string, Step>>): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(steps).map(([name, { up, down, config }]) => [
      name,
      {
        up,
        down,
        ...(config === undefined ? {} : { config }),
        ...(EARLIER_CONTRACTS.has(name) ? { kind: 'contract', safeSince: name } : { kind: 'expand' }),
      },
    ]),
  );
}
