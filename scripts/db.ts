import { fail, onStop } from './lifecycle.ts';
import { dataDirectory } from './paths.ts';
import { startPostgres } from './postgres/postgres.ts';

/** `npm run db`: the embedded PostgreSQL alone, in the foreground. */
const server = await startPostgres(dataDirectory()).catch((error: Error) => fail(error.message));
onStop(() => server.stop());
console.log(`DATABASE_URL=${server.url}`);
setInterval(() => {}, 2 ** 30);
