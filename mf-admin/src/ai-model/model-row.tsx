import { Button, lazyPart, LateWindow } from '@pagecast/shell/kit';
import { useState } from 'react';

const ModelDialog = lazyPart(async () => (await import('./model-dialog.tsx')).ModelDialog);

/** The model that writes, and the way to another one. */
export function ModelRow({ model }: { model: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p>
        AI model: <span className="font-mono wrap-anywhere">{model}</span>
      </p>
      <Button size="sm" onClick={() => setIsOpen(true)}>
        Change model
      </Button>
      {isOpen && (
        <LateWindow onClose={() => setIsOpen(false)}>
          <ModelDialog onClose={() => setIsOpen(false)} />
        </LateWindow>
      )}
    </div>
  );
}
