// Runs before the first paint, so that a chosen theme never flashes in the other one.
(function () {
  try {
    var theme = localStorage.getItem('pagecast.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch (error) {
    // Without storage the system's theme applies.
  }
})();
