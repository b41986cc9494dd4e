import { FIZTECH, NETWORKS, testApiKey, type KeyService } from '@pagecast/api/contract';
import { Badge, Button, reasonOf, useApiMutation } from '@pagecast/shell/kit';
import { CircleCheck, CircleX } from 'lucide-react';

const NAMES: Record<KeyService, string> = { openai: 'OpenAI', [FIZTECH]: NETWORKS[FIZTECH].label };

/** One real call with the key that is in use, and what came of it. */
export function KeyTest({ service, isSet }: { service: KeyService; isSet: boolean }) {
  const test = useApiMutation(testApiKey);
  const result =
    test.data ??
    (test.error && { works: false, message: reasonOf(test.error, "We couldn't test the key. Please try again.") });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        size="sm"
        disabled={!isSet}
        busy={test.isPending}
        busyLabel="Testing..."
        aria-label={`Test this key (${NAMES[service]})`}
        onClick={() => test.mutate({ body: { key: service } })}
      >
        Test this key
      </Button>
      <div role="status" className="flex min-w-0 flex-wrap items-center gap-2">
        {result && !test.isPending && (
          <>
            {result.works ? (
              <Badge tone="ok" icon={<CircleCheck aria-hidden />}>
                Works
              </Badge>
            ) : (
              <Badge tone="bad" icon={<CircleX aria-hidden />}>
                Doesn't work
              </Badge>
            )}
            <span className="min-w-0 wrap-anywhere">{result.message}</span>
          </>
        )}
      </div>
    </div>
  );
}
