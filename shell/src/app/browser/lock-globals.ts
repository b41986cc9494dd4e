/**
 * Keeps what the whole page works with as it is: an area that puts something else in its place, by mistake or to watch
 * its own calls, would do so for the shell and every other area, until the page is loaded anew. Who tries is not
 * stopped: code that is strict would break by that.
 */
export function lockGlobals<Owner extends object>(owner: Owner, ...names: readonly (keyof Owner & string)[]): void {
  for (const name of names) {
    const own = owner[name];
    Object.defineProperty(owner, name, {
      configurable: true,
      enumerable: true,
      get: () => own,
      set() {
        console.warn(`${name} is everybody's: it is not replaced`);
      },
    });
  }
}

/**
 * Keeps the page that is there: to open its document anew, which writing to it later does too, would empty it, with the
 * shell and every other area.
 */
export function keepDocument(page: Document): void {
  for (const name of ['open', 'write', 'writeln'] as const)
    Object.defineProperty(page, name, {
      configurable: true,
      value: () => {
        console.warn(`document.${name} would empty the whole page: it does nothing here`);
        return page;
      },
    });
}
