import type { Product } from '../product.ts';

/** A logged-in caller without a browser: a cookie, and calls with our own origin. */
export async function logIn(product: Pick<Product, 'url' | 'control'>, role: string) {
  const person = (await product.control<{ role: string; id: string; accessToken: string }[]>('users')).find(
    (candidate) => candidate.role === role,
  );
  if (person === undefined) throw new Error(`Nobody has the role ${role}`);
  const answer = await fetch(`${product.url}/api/facebook/login`, {
    method: 'POST',
    headers: { origin: product.url, 'content-type': 'application/json' },
    body: JSON.stringify({ userID: person.id, accessToken: person.accessToken }),
  });
  if (!answer.ok) throw new Error(`Login of ${role}: ${answer.status} ${await answer.text()}`);
  return { cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '', facebookId: person.id };
}
export type Client = Awaited<ReturnType<typeof logIn>>;
