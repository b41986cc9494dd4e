import type { Files } from './integrity.ts';

const REFETCH_WITHIN_MS = 10_000;

/** The elements that versions of remotes leave in the page. All files of a version lie beside its manifest. */
export function versionElements(page: Document) {
  /** Of each remote: the folders of its versions that were asked for, and the one on the screen. */
  const versions = new Map<string, { folders: Set<string>; shown: string | null }>();
  /** What did not come, by its folder. */
  const stuck = new Map<string, Set<string>>();
  const folderOf = ({ manifestUrl }: Files) => new URL('.', new URL(manifestUrl, page.baseURI)).href;
  const versionsOf = (name: string) => {
    const known = versions.get(name) ?? { folders: new Set<string>(), shown: null };
    versions.set(name, known);
    return known;
  };

  /**
   * Of all styles of remotes, only those of what is on the screen: whatever a remote restyles, it does no longer once
   * people left it, and of two versions, which carry the same mark, none changes the other.
   */
  const applyStyles = () => {
    for (const sheet of page.styleSheets)
      for (const { folders, shown } of versions.values()) {
        const folder = [...folders].find((known) => sheet.href?.startsWith(known));
        if (folder !== undefined) sheet.disabled = folder !== shown;
      }
  };
  // Whenever a sheet comes, the screen that it was asked for may be gone. Such events do not bubble.
  page.addEventListener('load', applyStyles, true);

  return {
    /**
     * To be said before the files are asked for. What did not come at an earlier try is fetched here past every cache:
     * a browser gives a new element the very transfer that an old one of that address waits for, even when that is gone
     * from the page, and what came broken it may keep for a year.
     */
    expect(name: string, files: Files): void {
      const folder = folderOf(files);
      versionsOf(name).folders.add(folder);
      for (const url of stuck.get(folder) ?? [])
        void fetch(url, { cache: 'reload', signal: AbortSignal.timeout(REFETCH_WITHIN_MS) }).catch(() => {});
      stuck.delete(folder);
    },
    /** From now on the styles of this version apply, of all versions of the remote. */
    show(name: string, files: Files): void {
      versionsOf(name).shown = folderOf(files);
      applyStyles();
    },
    /** From now on no styles of the remote apply. */
    hide(name: string): void {
      versionsOf(name).shown = null;
      applyStyles();
    },
    /**
     * Takes out what is still on its way: whoever asks for the same file again would be given the same element, and
     * wait with it.
     * @param url of a file that did not come and whose element is gone already
     */
    takeOut(files: Files, url?: string): void {
      const folder = folderOf(files);
      const unfinished = unfinishedFiles(page, folder);
      for (const { element } of unfinished) element.remove();
      stuck.set(
        folder,
        new Set([
          ...(stuck.get(folder) ?? []),
          ...unfinished.map((file) => file.url),
          ...(url === undefined ? [] : [url]),
        ]),
      );
    },
  };
}

/** What is still on its way of the files in a folder. */
function unfinishedFiles(page: Document, folder: string): { element: HTMLElement; url: string }[] {
  const scripts = Array.from(page.querySelectorAll('script'), (element) => ({ element, url: element.src }));
  const links = Array.from(page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'), (element) => ({
    element,
    url: element.href,
  }));
  return [...scripts, ...links.filter(({ element }) => element.sheet === null)].filter(({ url }) =>
    url.startsWith(folder),
  );
}
