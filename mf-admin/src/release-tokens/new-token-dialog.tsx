import type { ReleaseToken } from '@pagecast/api/contract';
import { Button, Dialog, useCopy } from '@pagecast/shell/kit';
import { Copy } from 'lucide-react';

export interface NewToken extends Pick<ReleaseToken, 'name' | 'area'> {
  readonly token: string;
}

/** The one time that a token can be read. */
export function NewTokenDialog({ made: { name, area, token }, onClose }: { made: NewToken; onClose: () => void }) {
  const copy = useCopy();
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Copy the token ${name}`}
      description="It's shown only now. If you lose it, delete it and create another."
      footer={
        <>
          <Button onClick={onClose}>Done</Button>
          <Button variant="primary" icon={<Copy aria-hidden />} onClick={() => void copy(token)}>
            Copy Token
          </Button>
        </>
      }
    >
      <p className="rounded-md border border-line p-3 font-mono text-sm wrap-anywhere select-all">{token}</p>
      <p className="text-sm">Set it as PAGECAST_TOKEN on the build server, then release from there with:</p>
      <p className="rounded-md border border-line p-3 font-mono text-xs wrap-anywhere select-all">
        npm run release -- {area.replaceAll('_', '-')} --to {location.origin}
      </p>
    </Dialog>
  );
}
