import { dataExportFilePath, type DataExport } from '@pagecast/api/contract';
import { Download } from 'lucide-react';

/** The browser fetches it, shows how far it is, and goes on where it stopped. */
export function DownloadLink({ export: { id } }: { export: Pick<DataExport, 'id'> }) {
  return (
    <a
      href={dataExportFilePath(id)}
      download
      className={
        'inline-flex min-h-9 items-center justify-center gap-2 rounded-control bg-accent px-3.5 py-1 text-sm ' +
        'font-medium text-accent-ink transition-colors duration-150 hover:bg-accent/90 pointer-coarse:min-h-11'
      }
    >
      <Download aria-hidden className="size-4" />
      Download
    </a>
  );
}
