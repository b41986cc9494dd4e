import { Copy } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { useCopy } from '../ui/use-copy.ts';

export interface ShownFault {
  readonly code: number | null;
  readonly subcode: number | null;
  readonly traceId: string | null;
  readonly httpStatus?: number | null;
  readonly message?: string | null;
}

/** The numbers of Facebook's error, or the tech site's, behind a disclosure: they help its support and nobody else. */
export function FacebookDetails({ fault, service = 'Facebook' }: { fault: ShownFault | undefined; service?: string }) {
  const copy = useCopy();
  if (fault === undefined) return null;
  const facts = [
    ...(fault.code === null ? [] : [['Code', String(fault.code)]]),
    ...(fault.subcode === null ? [] : [['Subcode', String(fault.subcode)]]),
    ...(fault.traceId === null ? [] : [['Trace ID', fault.traceId]]),
    ...(fault.httpStatus == null ? [] : [['HTTP status', String(fault.httpStatus)]]),
    ...(fault.message == null ? [] : [['Message', fault.message]]),
  ] as [string, string][];
  return (
    <Disclosure className="text-xs" label="Details">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-control bg-sunken px-3 py-2">
        <dl className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
          {facts.map(([name, value]) => (
            <div key={name} className="flex min-w-0 gap-1.5">
              <dt className="text-ink-soft">{name}</dt>
              <dd className="min-w-0 font-mono wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        <Button
          size="sm"
          variant="ghost"
          icon={<Copy aria-hidden />}
          aria-label="Copy the details"
          onClick={() => {
            void copy([`${service} error`, ...facts.map(([name, value]) => `${name}: ${value}`)].join('\n'));
          }}
        >
          Copy
        </Button>
      </div>
    </Disclosure>
  );
}
