// The FB object of the simulated Facebook. Needs no inline script, no inline style and no eval.
(() => {
  const ORIGIN = '__ORIGIN__';
  const own = document.currentScript ? new URL(document.currentScript.src) : null;
  const settings = { appId: '', version: '' };
  const listeners = new Map();
  let known = null;
  let isLoggingIn = false;

  const memory = new Map();
  const storage = {
    key: () => `sandbox-facebook-session-${settings.appId}`,
    get() {
      try {
        return localStorage.getItem(this.key());
      } catch {
        return memory.get(this.key()) ?? null;
      }
    },
    set(value) {
      try {
        localStorage.setItem(this.key(), value);
      } catch {
        memory.set(this.key(), value);
      }
    },
    clear() {
      try {
        localStorage.removeItem(this.key());
      } catch {
        memory.delete(this.key());
      }
    },
  };

  function fire(name, value) {
    for (const listener of listeners.get(name) ?? []) listener(value);
  }

  // Runs a page's callback outside our promise chain: its errors are its own.
  function give(callback, value) {
    if (typeof callback === 'function') setTimeout(() => callback(value), 0);
  }

  async function ask(path, fields) {
    const answer = await fetch(`${ORIGIN}${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      credentials: 'omit',
    });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return answer.json();
  }

  function remember({ session, ...response }) {
    const before = known;
    if (session) storage.set(session);
    known = response;
    if (before?.authResponse?.accessToken !== response.authResponse?.accessToken)
      fire('auth.authResponseChange', response);
    if (before?.status !== response.status) fire('auth.statusChange', response);
    if (response.authResponse && !before?.authResponse) fire('auth.login', response);
    if (!response.authResponse && before?.authResponse) fire('auth.logout', response);
    return response;
  }

  const nobody = () => ({ status: 'unknown', authResponse: null });

  function loginUrl(options, state) {
    const query = new URLSearchParams({
      client_id: settings.appId,
      scope: options.scope ?? '',
      state,
      origin: location.origin,
      display: 'popup',
      return_scopes: String(options.return_scopes === true),
      response_type: 'token,signed_request,graph_domain',
    });
    if (options.auth_type) query.set('auth_type', options.auth_type);
    return `${ORIGIN}/${settings.version}/dialog/oauth?${query}`;
  }

  // Without a popup window (blocked) the dialog comes in a frame over the page.
  function openFrame(url) {
    const frame = document.createElement('iframe');
    frame.src = url;
    frame.title = 'Facebook login';
    Object.assign(frame.style, {
      position: 'fixed',
      inset: '0',
      margin: 'auto',
      width: 'min(600px, 96vw)',
      height: 'min(720px, 92vh)',
      border: '0',
      borderRadius: '8px',
      boxShadow: '0 0 0 100vmax rgb(0 0 0 / 45%)',
      zIndex: '2147483647',
      background: '#fff',
    });
    document.body.append(frame);
    return { window: frame.contentWindow, isClosed: () => !frame.isConnected, close: () => frame.remove() };
  }

  function openDialog(url) {
    const popup = window.open(url, 'sandbox-facebook-login', 'popup,width=600,height=740');
    return popup ? { window: popup, isClosed: () => popup.closed, close: () => popup.close() } : openFrame(url);
  }

  function throughDialog(options) {
    return new Promise((resolve) => {
      const state = crypto.randomUUID();
      const dialog = openDialog(loginUrl(options, state));
      const watch = setInterval(() => {
        if (dialog.isClosed()) finish(nobody());
      }, 250);
      function onMessage(event) {
        if (event.origin !== ORIGIN || event.source !== dialog.window) return;
        if (event.data?.type === 'sandbox-login' && event.data.state === state) finish(event.data.response);
      }
      function finish(response) {
        clearInterval(watch);
        removeEventListener('message', onMessage);
        if (!dialog.isClosed()) dialog.close();
        resolve(response);
      }
      addEventListener('message', onMessage);
    });
  }

  async function login(options) {
    const fields = {
      app_id: settings.appId,
      scope: options.scope ?? '',
      return_scopes: String(options.return_scopes === true),
      auth_type: options.auth_type ?? '',
    };
    const scripted = await ask('/sdk/login', fields);
    const response = scripted.handled ? scripted.response : await throughDialog(options);
    // Whoever was logged in stays so when a further login is cancelled.
    return response.authResponse || !known?.authResponse ? remember(response) : response;
  }

  async function loginStatus(force) {
    if (known && !force) return known;
    const session = storage.get();
    if (!session) return remember(nobody());
    return remember(await ask('/sdk/status', { app_id: settings.appId, session }));
  }

  async function logout() {
    await ask('/sdk/logout', { session: storage.get() ?? '' });
    storage.clear();
    return remember(nobody());
  }

  function apiArguments(rest) {
    const callback = rest.find((one) => typeof one === 'function');
    const method = rest.find((one) => typeof one === 'string') ?? 'get';
    const params = rest.find((one) => typeof one === 'object' && one !== null) ?? {};
    return { callback, method: method.toUpperCase(), params };
  }

  async function callGraph(path, { method, params }) {
    const fields = new URLSearchParams();
    for (const [name, value] of Object.entries(params))
      fields.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    const token = known?.authResponse?.accessToken;
    if (token && !fields.has('access_token')) fields.set('access_token', token);
    const url = new URL(`${ORIGIN}/${settings.version}/${String(path).replace(/^\//, '')}`);
    if (method === 'GET' || method === 'DELETE') for (const [name, value] of fields) url.searchParams.set(name, value);
    const answer = await fetch(url, method === 'GET' || method === 'DELETE' ? { method } : { method, body: fields });
    return answer.json();
  }

  function renderEmbed(element) {
    const frame = document.createElement('iframe');
    frame.src = `${ORIGIN}/plugins/post?href=${encodeURIComponent(element.dataset.href ?? '')}`;
    frame.title = 'Facebook post';
    Object.assign(frame.style, {
      border: '0',
      width: `${Math.min(Number(element.dataset.width) || 500, 750)}px`,
      maxWidth: '100%',
      height: '420px',
    });
    element.replaceChildren(frame);
  }

  function renderLoginButton(element) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent =
      element.dataset.buttonType === 'login_with' ? 'Log in with Facebook' : 'Continue with Facebook';
    Object.assign(button.style, {
      background: '#1461cc',
      color: '#fff',
      border: '0',
      borderRadius: '6px',
      padding: '10px 18px',
      font: '600 16px system-ui, sans-serif',
      cursor: 'pointer',
    });
    const whenDone = element.dataset.onlogin ?? element.getAttribute('onlogin') ?? '';
    button.addEventListener('click', () =>
      FB.login(
        (response) => {
          // Only the name of a function of the page: running text would need eval.
          const handler = window[whenDone.replace(/\(.*$/s, '').trim()];
          if (typeof handler === 'function') handler(response);
        },
        { scope: element.dataset.scope ?? '' },
      ),
    );
    element.replaceChildren(button);
  }

  function parse(root) {
    for (const element of (root ?? document).querySelectorAll('.fb-post, .fb-video, .fb-page, .fb-login-button')) {
      if (element.getAttribute('fb-xfbml-state') === 'rendered') continue;
      element.setAttribute('fb-xfbml-state', 'rendered');
      if (element.classList.contains('fb-login-button')) renderLoginButton(element);
      else renderEmbed(element);
    }
    fire('xfbml.render');
  }

  const FB = {
    init(options) {
      if (!options?.version) throw new Error('init not called with valid version');
      Object.assign(settings, { appId: String(options.appId ?? ''), version: options.version });
      if (options.status) FB.getLoginStatus(() => {});
      if (options.xfbml) parse();
    },
    getLoginStatus(callback, force) {
      void loginStatus(force === true)
        .catch(() => nobody())
        .then((response) => give(callback, response));
    },
    login(callback, options = {}) {
      if (isLoggingIn) return;
      isLoggingIn = true;
      void login(options)
        .catch(() => nobody())
        .then((response) => {
          isLoggingIn = false;
          give(callback, response);
        });
    },
    logout(callback) {
      if (!known?.authResponse) {
        console.error('FB.logout() called without an access token.');
        return;
      }
      void logout()
        .catch(() => nobody())
        .then((response) => give(callback, response));
    },
    api(path, ...rest) {
      const { callback, ...call } = apiArguments(rest);
      void callGraph(path, call)
        .catch(() => ({ error: { message: 'The call could not be made.', type: 'http', code: 1 } }))
        .then((answer) => give(callback, answer));
    },
    getAuthResponse: () => known?.authResponse ?? null,
    getUserID: () => known?.authResponse?.userID ?? '',
    getAccessToken: () => known?.authResponse?.accessToken ?? null,
    Event: {
      subscribe(name, listener) {
        listeners.set(name, [...(listeners.get(name) ?? []), listener]);
      },
      unsubscribe(name, listener) {
        listeners.set(
          name,
          (listeners.get(name) ?? []).filter((one) => one !== listener),
        );
      },
    },
    XFBML: {
      parse(root, callback) {
        parse(root);
        give(callback);
      },
    },
    AppEvents: { logPageView() {}, logEvent() {} },
  };

  window.FB = FB;
  if (typeof window.fbAsyncInit === 'function') setTimeout(() => window.fbAsyncInit(), 0);
  if (own?.hash.includes('xfbml=1')) {
    settings.version = new URLSearchParams(own.hash.slice(1)).get('version') ?? 'v21.0';
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => parse());
    else parse();
  }
})();
