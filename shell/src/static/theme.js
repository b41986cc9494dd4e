// Runs before the first paint, so that a chosen theme never flashes in the other one.
(function () {
  try {
    var theme = localStorage.getItem('pagecast.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch (error) {
    // Without storage the system's theme applies.
  }
})();
// A server on another build may not have the script of this page, and an area may spoil what the whole page works with.
// Where that leaves the page empty it says so. Whatever is spoilt, this works: it calls as little as it can.
addEventListener(
  'error',
  function ({ target }) {
    var root = document.getElementById('root');
    var isMissing = target instanceof HTMLScriptElement && target.defer;
    if (!(isMissing || target === window) || !root || root.firstChild) return;
    var main = document.createElement('main');
    var title = document.createElement('h1');
    var text = document.createElement('p');
    var button = document.createElement('button');
    title.textContent = isMissing ? "Pagecast didn't load completely" : 'Something went wrong on this page';
    text.textContent = (isMissing ? 'There may be a new version. ' : '') + 'Your drafts are saved.';
    button.textContent = 'Reload the page';
    button.addEventListener('click', () => location.reload());
    main.style.padding = '2rem';
    title.style.fontSize = '1.25rem';
    button.style.textDecoration = 'underline';
    main.append(title, text, button);
    root.append(main);
  },
  true,
);
