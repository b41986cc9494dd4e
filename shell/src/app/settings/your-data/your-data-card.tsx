import { createDataExport } from '@pagecast/api/contract';
import { PackageOpen } from 'lucide-react';
import { Button, Card, EmptyState, Loaded, reasonOf, statusOf, useApiMutation, useNotify } from '../../../kit/index.ts';
import { ExportState } from './export-state.tsx';
import { isUnderWay, shownOf, useExports } from './your-exports.ts';

/** A copy of everything of the person, whenever they want it. */
export function YourDataCard() {
  const exports = useExports();
  const notify = useNotify();
  const ask = useApiMutation(createDataExport, {
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Export Failed', description: reasonOf(error, 'Please try again.') }),
  });
  const newest = exports.data?.exports[0];
  // An older server knows none of this.
  if (exports.data === undefined && statusOf(exports.error) === 404) return null;
  return (
    <Card
      title="Your data"
      description={
        'Everything Pagecast keeps about you in one zip: ' +
        'your posts, settings and history as JSON and CSV, and your files.'
      }
      actions={
        exports.data !== undefined &&
        !(newest && isUnderWay(newest)) && (
          <Button busy={ask.isPending} busyLabel="Starting..." onClick={() => ask.mutate()}>
            {newest === undefined ? 'Export my data' : 'Export again'}
          </Button>
        )
      }
    >
      <Loaded
        query={exports}
        problemTitle="We couldn't load your exports"
        rows={1}
        empty={(list) => (list.exports.length > 0 ? null : <NoneYet />)}
      >
        {(list) => (
          <div className="flex flex-col gap-6">
            {shownOf(list.exports).map((one) => (
              <ExportState key={one.id} export={one} />
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function NoneYet() {
  return (
    <EmptyState icon={<PackageOpen />}>
      No exports yet. Most are ready within a few minutes, and we'll tell you when yours is.
    </EmptyState>
  );
}
