import { Disclosure } from '@pagecast/shell/kit';
import { FIGURE_LINES, figureSummary, type VersionFigures } from './figure-words.ts';
import type { Release } from './version-row.tsx';

interface Column {
  readonly version: string;
  readonly isBefore: boolean;
  readonly figures: VersionFigures | undefined;
}

/** What people met in the version that they get, beside the version before it. */
export function VersionComparison({
  label,
  current,
  before,
  figuresOf,
}: {
  /** Of the area. */
  label: string;
  current: Release;
  before: Release | undefined;
  figuresOf: (version: string) => VersionFigures | undefined;
}) {
  const columns = [current, ...(before === undefined ? [] : [before])].map(({ version }, n): Column => ({
    version,
    isBefore: n > 0,
    figures: figuresOf(version),
  }));
  if (columns.every(({ figures }) => figures === undefined))
    return (
      <p className="text-xs text-ink-soft">
        No visits to this version yet. Errors, failed calls and speed appear here once people open it.
      </p>
    );
  return (
    <Disclosure
      className="text-xs"
      label={
        // One piece: the line sets its pieces apart.
        <span>
          Last 7 days<span className="sr-only"> of {label}</span>: {figureSummary(columns[0]?.figures)}
        </span>
      }
    >
      <Table label={label} columns={columns} />
    </Disclosure>
  );
}

function Table({ label, columns }: { label: string; columns: readonly Column[] }) {
  return (
    <table className="w-full max-w-xl text-left text-xs">
      <caption className="sr-only">Last 7 days of {label}</caption>
      <thead className="text-ink-soft">
        <tr>
          <th scope="col" className="py-1 pr-3 font-normal">
            Last 7 days
          </th>
          {columns.map(({ version, isBefore }) => (
            <th key={version} scope="col" className="py-1 pr-3 align-bottom font-normal">
              {isBefore ? 'Before: ' : ''}
              <span className="font-mono wrap-anywhere text-ink">{version}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {FIGURE_LINES.map((line) => (
          <tr key={line.label} className="border-t border-line">
            <th scope="row" className="py-1 pr-3 font-normal text-ink-soft">
              {line.label}
              {line.title !== undefined && <> ({line.title})</>}
            </th>
            {columns.map(({ version, figures }) => (
              <td key={version} className="py-1 pr-3 tabular-nums">
                {figures === undefined ? 'No visits' : line.say(figures)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
