/** A control call of the simulated outside world. @throws Error with its answer when that is a refusal */
export async function callSandbox<T>(sandboxUrl: string, method: string, call: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${sandboxUrl}/__sandbox/${call}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The sandbox answers ${answer.status} to ${method} ${call}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
