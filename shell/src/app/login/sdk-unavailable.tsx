import { Button, reasonOf } from '../../kit/index.ts';

/** Facebook's script did not come: why, and another try. */
export function SdkUnavailable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-col gap-3 rounded-control border border-line bg-bad-soft p-4 text-left text-bad"
    >
      <p>{reasonOf(error, "Facebook login isn't available right now.")}</p>
      <Button className="self-start" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
