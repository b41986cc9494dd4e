// Runs before the first paint, so that a chosen theme never flashes in the other one.
(function () {
  try {
    var theme = localStorage.getItem('pagecast.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch (error) {
    // Without storage the system's theme applies.
  }
})();
// A server on another build may not have the script of this page, and without it the page would stay empty.
addEventListener(
  'error',
  function ({ target }) {
    var root = document.getElementById('root');
    if (!(target instanceof HTMLScriptElement && target.defer) || !root || root.firstChild) return;
    var [title, text, button] = ['h1', 'p', 'button'].map((name) => document.createElement(name));
    title.textContent = "Pagecast didn't load completely";
    text.textContent = 'There may be a new version. Your drafts are saved.';
    button.textContent = 'Reload the page';
    button.addEventListener('click', () => location.reload());
    root.append(title, text, button);
  },
  true,
);
