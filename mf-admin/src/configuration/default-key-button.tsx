import { updateApiConfig } from '@pagecast/api/contract';
import { Button, ConfirmDialog } from '@pagecast/shell/kit';
import { useState } from 'react';
import { useNotifiedMutation } from '../parts/use-notified-mutation.ts';

/** The way back from a key that was set here. */
export function DefaultKeyButton({ name, label }: { name: 'openaiApiKey' | 'fiztechApiKey'; label: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const update = useNotifiedMutation(updateApiConfig, {
    done: { title: 'API Configuration Updated' },
    failed: 'Update Failed',
    otherwise: 'Unknown error',
    onSettled: () => setIsAsking(false),
  });
  return (
    <>
      <Button size="sm" aria-label={`Use the default: ${label}`} onClick={() => setIsAsking(true)}>
        Use the default
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => update.mutate({ body: { [name]: null } })}
        destructive
        title={`Go back to the default ${label}?`}
        message={
          'The key you set here is deleted. ' + 'Pagecast uses the one from its server settings again, if there is one.'
        }
        confirmLabel="Use the default"
        busy={update.isPending}
        busyLabel="Saving..."
      />
    </>
  );
}
