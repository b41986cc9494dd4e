/**
 * The least that the three hottest reads can cost: bare node:http, pg, one prepared statement each, and JSON. Run as a
 * process of its own.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 });

const SESSION = `select s.user_id, u.environment, u.facebook_id, u.first_name, u.last_name, u.email from sessions s
  join users u on u.id = s.user_id
  left join access_entries a on a.facebook_id = u.facebook_id where s.id_hash = $1 and s.expires_at > now()`;
const POSTS = `select p.*, g.name as page_name from posts p left join facebook_pages g on g.id = p.facebook_page_id
  where p.user_id = $1 and p.status = 'published' order by p.published_at desc, p.id desc limit 10`;
const STATS = `select (select count(*) from posts where user_id = $1 and status = 'published'
  and published_at >= date_trunc('month', now()))::int as this_month,
  (select count(*) from posts where user_id = $1 and status = 'scheduled')::int as scheduled,
    coalesce(sum(engagement), 0)::int8 as engagement
  from post_summaries where user_id = $1`;

const server = createServer((request, response) => {
  void answer(request.url ?? '', request.headers.cookie ?? '').then((body) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
});

async function answer(url: string, cookie: string): Promise<unknown> {
  const hash = createHash('sha256')
    .update(cookie.split('=')[1] ?? '')
    .digest();
  const {
    rows: [session],
  } = await pool.query({ name: 'session', text: SESSION, values: [hash] });
  if (url === '/api/auth/user') return session;
  const statement = url === '/api/dashboard/stats' ? { name: 'stats', text: STATS } : { name: 'posts', text: POSTS };
  return (await pool.query({ ...statement, values: [session.user_id] })).rows;
}

server.listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('listening'));
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
