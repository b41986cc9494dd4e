/**
 * SQL that writes an instant as JSON has it everywhere else: ISO 8601 in UTC.
 * @param at an expression of a timestamptz
 */
export function isoSql(at: string): string {
  return `to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
