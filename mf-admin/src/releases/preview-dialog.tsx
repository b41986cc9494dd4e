import { createPreviewLink, type PreviewLink } from '@pagecast/api/contract';
import { Button, Dialog, reasonOf, Skeleton, Time, useApiMutation, useCopy } from '@pagecast/shell/kit';
import { Copy } from 'lucide-react';
import { QRCodeSVG } from 'qrcode.react';
import { useEffect } from 'react';

const QR_SIZE = 176;

/** A link to a version that is not current, to be sent to whoever should look at it. */
export function PreviewDialog({
  name,
  label,
  version,
  onClose,
}: {
  name: string;
  label: string;
  version: string;
  onClose: () => void;
}) {
  const copy = useCopy();
  const { mutate, data: link, error } = useApiMutation(createPreviewLink);
  useEffect(() => mutate({ params: { name }, body: { version } }), [mutate, name, version]);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Preview ${label}`}
      description={
        `Whoever is logged in and opens this link sees ${version} in their browser, with a banner. ` +
        'Everyone else keeps the current version.'
      }
      footer={
        <>
          <Button onClick={onClose}>Done</Button>
          <Button
            variant="primary"
            icon={<Copy aria-hidden />}
            aria-disabled={link === undefined}
            onClick={() => void (link && copy(link.url))}
          >
            Copy Link
          </Button>
        </>
      }
    >
      {error !== null && <p className="font-medium text-bad">{reasonOf(error, 'Close this and try again.')}</p>}
      {error === null && (link === undefined ? <Skeleton rows={1} rowClassName="h-64" /> : <Link {...link} />)}
    </Dialog>
  );
}

function Link({ url, expiresAt }: PreviewLink) {
  return (
    <div className="flex flex-col items-center gap-4">
      {/* Dark on light in both themes: phones read no other. */}
      <div className="rounded-control bg-white p-3">
        <QRCodeSVG value={url} size={QR_SIZE} title="QR code of the preview link" />
      </div>
      <p className="w-full rounded-md border border-line p-3 font-mono text-xs wrap-anywhere select-all">{url}</p>
      <p className="text-xs text-ink-soft">
        Expires <Time instant={expiresAt} relative />
      </p>
    </div>
  );
}
