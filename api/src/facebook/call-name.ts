/**
 * A call to Facebook by its kind, such as `POST {id}/feed`: ids would make a name of their own each, and an upload's
 * address opens it.
 * @param name method and path, without a query
 */
export function callName(name: string): string {
  const [method = '', path = ''] = name.split(' ');
  const words = path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (/^(?:[a-z][a-z_-]*|v\d+\.\d+)$/i.test(part) ? part : '{id}'));
  return `${method} ${words.join('/')}`;
}
