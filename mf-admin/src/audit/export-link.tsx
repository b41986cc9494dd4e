import { AUDIT_CHAIN_PATH, AUDIT_EXPORT_PATH } from '@pagecast/api/contract';
import { Download, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';

/** The entries that the filter shows, of all pages, as a file for spreadsheets. */
export function ExportLink({ filter }: { filter: Record<string, string> }) {
  const search = new URLSearchParams(filter).toString();
  return (
    <FileLink
      href={search === '' ? AUDIT_EXPORT_PATH : `${AUDIT_EXPORT_PATH}?${search}`}
      name="audit-log.csv"
      icon={<Download />}
    >
      Export CSV
    </FileLink>
  );
}

/** All entries, whatever the filter shows, in a form by which a script can tell that nobody changed them. */
export function ProofLink() {
  return (
    <FileLink href={AUDIT_CHAIN_PATH} name="audit-log.jsonl" icon={<ShieldCheck />}>
      Export all with proof
    </FileLink>
  );
}

/** The browser fetches it. */
function FileLink({
  href,
  name,
  icon,
  children,
}: {
  href: string;
  name: string;
  icon: ReactNode;
  children: ReactNode;
}) {
  return (
    <a
      href={href}
      download={name}
      className={
        'inline-flex h-8 items-center gap-1.5 rounded-control border border-line-strong px-3 text-sm ' +
        'font-medium hover:bg-sunken pointer-coarse:min-h-11'
      }
    >
      <span aria-hidden className="[&_svg]:size-4">
        {icon}
      </span>
      {children}
    </a>
  );
}
