import type { Problem } from '../contract/pages.ts';
import { presentProblem } from '../problems/present-problem.ts';
import { readProblem } from '../problems/stored-problem.ts';

/** A row of the database with its problem as its owner reads it. */
export function inWords<Row extends { readonly problem: unknown }>(
  row: Row,
): Omit<Row, 'problem'> & { problem: Problem | null } {
  const now = new Date();
  return {
    ...row,
    problem: row.problem === null ? null : presentProblem(readProblem(row.problem, now), { now }),
  };
}
