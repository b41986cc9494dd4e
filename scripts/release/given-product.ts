const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** @throws Error where PAGECAST_TOKEN holds none */
export function givenToken(): string {
  const token = (process.env['PAGECAST_TOKEN'] ?? '').trim();
  if (token === '')
    throw new Error(
      'Set PAGECAST_TOKEN to a release token of that product. ' +
        'An administrator can make one in its Admin Panel, under Releases.',
    );
  if (!/^[\w.~+/=-]{1,100}$/.test(token))
    throw new Error('PAGECAST_TOKEN is no release token: copy the whole of it, and nothing else.');
  return token;
}

/** @throws Error for what is no address of a product, and for one that would show the token on the way */
export function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname + url.search + url.hash + url.username !== '/')
    throw new Error(`The address of a product is such as https://pages.example.com; this is "${address}".`);
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    throw new Error(`Anybody on the way to ${url.origin} could read the token: use https.`);
  return url.origin;
}
