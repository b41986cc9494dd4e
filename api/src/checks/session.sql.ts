/** The process of the server that serves a connection at the moment. */
export const SESSION = 'select pg_backend_pid() as pid';
