import { AUDIT_EXPORT_PATH } from '@pagecast/api/contract';
import { Download } from 'lucide-react';

/** The entries that the filter shows, of all pages, as a file for spreadsheets. The browser fetches it. */
export function ExportLink({ filter }: { filter: Record<string, string> }) {
  const search = new URLSearchParams(filter).toString();
  return (
    <a
      href={search === '' ? AUDIT_EXPORT_PATH : `${AUDIT_EXPORT_PATH}?${search}`}
      download="audit-log.csv"
      className={
        'inline-flex h-8 items-center gap-1.5 rounded-control border border-line-strong px-3 text-sm ' +
        'font-medium hover:bg-sunken pointer-coarse:min-h-11'
      }
    >
      <Download aria-hidden className="size-4" />
      Export CSV
    </a>
  );
}
