import fs from 'node:fs';
import path from 'node:path';

/** What the page says of its files and of those of the areas that it lists. */
const NAMED = /\/[\w./-]+\.(?:js|css|json)\b/g;

/**
 * All files that an open page may ask for: those it names, and the parts of its shell, which come when they are needed.
 * @param releases folders of checkouts that are built
 */
export function filesOfPages(releases: readonly string[]): (page: string) => readonly string[] {
  const shells = releases.map((folder) =>
    fs.readdirSync(path.join(folder, 'shell/dist')).filter((file) => /\.[0-9a-f]{8}\.(js|css)$/.test(file)),
  );
  return (page) => {
    const named = Array.from(new Set(page.match(NAMED)));
    const own = shells.filter((files) =>
      files.every((file) => !file.startsWith('main.') || named.includes(`/${file}`)),
    );
    return [...named, ...own.flat().map((file) => `/${file}`)];
  };
}
