const fs = require('node:fs');
const path = require('node:path');

/**
 * Puts the name of a remote, which is that of its package, in the place of `REMOTE_NAME` in its own files: code that
 * calls itself otherwise than its container finds neither its styles nor its root.
 */
module.exports = function (source) {
  const manifest = path.join(path.dirname(this.resourcePath), '../package.json');
  const name = JSON.parse(fs.readFileSync(manifest, 'utf8'))
    .name.replace(/^@[^/]*\//, '')
    .replaceAll('-', '_');
  return source.replaceAll('REMOTE_NAME', this.resourcePath.endsWith('.css') ? name : `'${name}'`);
};
