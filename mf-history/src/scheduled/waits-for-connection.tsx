/**
 * Beside what stands in for posts that cannot be asked for while the line is down. They are asked for as soon as it is
 * back.
 */
export function WaitsForConnection() {
  return (
    <p role="status" className="rounded-control bg-warn-soft px-3 py-2 text-warn">
      You're offline. You'll see these posts when you're back online.
    </p>
  );
}
