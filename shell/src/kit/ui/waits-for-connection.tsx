/** In place of what cannot be asked for while the line is down. It is asked for as soon as the line is back. */
export function WaitsForConnection() {
  return (
    <p role="status" className="rounded-control bg-warn-soft px-3 py-2 text-warn">
      You're offline. You'll see this when you're back online.
    </p>
  );
}
