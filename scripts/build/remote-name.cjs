/**
 * Puts the name of a remote, which is that of its folder, in the place of `REMOTE_NAME` in its own files: code that calls itself
 * otherwise than its container finds neither its styles nor its root.
 */
module.exports = function (source) {
  const [, folder] = /\/(mf-[^/]+)\/src\/[^/]+$/.exec(this.resourcePath.replaceAll('\\', '/'));
  const name = folder.replaceAll('-', '_');
  return source.replaceAll('REMOTE_NAME', this.resourcePath.endsWith('.css') ? name : `'${name}'`);
};
