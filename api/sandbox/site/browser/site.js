// Keeps an open page current: new posts appear, numbers grow. Playing videos are left alone.
(() => {
  const PAUSE_MS = 4000;
  const ids = (root) => [...root.querySelectorAll('article')].map((article) => article.id).join();

  async function refresh() {
    if (document.hidden) return;
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (ids(fresh) !== ids(document)) {
      document.querySelector('main').replaceWith(fresh.querySelector('main'));
      return;
    }
    for (const element of document.querySelectorAll('[data-live]')) {
      const found = fresh.querySelector(`[data-live="${element.dataset.live}"]`);
      if (found && found.innerHTML !== element.innerHTML) element.replaceChildren(...found.childNodes);
    }
  }
  // A page that cannot be refreshed (the sandbox stopped) stays as it is.
  setInterval(() => {
    refresh().catch(() => {});
  }, PAUSE_MS);
})();
