import type { AppliedMigration } from './applied-migrations.ts';
import { hashOf } from './applied-migrations.ts';
import { migrations } from './migrations/index.ts';

/** How this release and the shape of the database go together. */
export interface SchemaFit {
  /** Of this release, and not applied. */
  readonly pending: readonly string[];
  /** Applied, and of a later release. */
  readonly later: readonly AppliedMigration[];
  /** The migration of a later release that this one must not run on, if there is one. */
  readonly tooOldFor: AppliedMigration | null;
  /** Of this release and recorded as applied, but taken out of the list of knex by somebody's own statement. */
  readonly unlisted: readonly string[];
  /** Applied from a file that reads otherwise than ours. */
  readonly edited: readonly string[];
  /** Of this release, applied, and not recorded yet. */
  readonly unrecorded: readonly string[];
}

/**
 * A migration of a later release that nobody has recorded was put there by somebody's own statement: releases say what
 * they are about to do. It is taken for one that only adds.
 */
export function fitOf(applied: readonly AppliedMigration[]): SchemaFit {
  const isOurs = ({ name }: AppliedMigration) => name in migrations;
  const here = new Set(applied.filter(isInUse).map(({ name }) => name));
  return {
    pending: Object.keys(migrations).filter((name) => !here.has(name)),
    later: applied.filter((row) => row.isApplied && !isOurs(row)),
    tooOldFor:
      applied.find((row) => !isOurs(row) && row.kind === 'contract' && !((row.safeSince ?? '') in migrations)) ?? null,
    unlisted: applied.filter((row) => isOurs(row) && !row.isApplied && row.state === 'applied').map(({ name }) => name),
    edited: applied
      .filter((row) => isOurs(row) && row.isApplied && row.sha256 !== null && row.sha256 !== hashOf(row.name))
      .map(({ name }) => name),
    unrecorded: applied.filter((row) => isOurs(row) && row.isApplied && row.state === null).map(({ name }) => name),
  };
}

function isInUse({ isApplied, state }: AppliedMigration): boolean {
  return isApplied && state !== 'leaving';
}

/** @returns null where this release may run on the database */
export function whyUnfit({ tooOldFor, pending }: SchemaFit): string | null {
  if (tooOldFor !== null) return tooOld(tooOldFor);
  return pending.length > 0 ? 'The database is not migrated to this version' : null;
}

function tooOld({ name, safeSince }: AppliedMigration): string {
  return (
    `This release is too old for the database: ${name} needs a release that has ${safeSince}. ` +
    'Start a later release, or take the migration back with the release that brought it (npm run migrate -- down).'
  );
}
