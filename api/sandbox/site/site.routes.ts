import Router from '@koa/router';
import { avatarPng } from '../avatar.ts';
import type { Article, Post } from '../entities.ts';
import type { SandboxContext, SandboxState } from '../exchange.ts';
import type { MediaStore } from '../media-store.ts';
import { fullName, pagesOf } from '../people.ts';
import type { World } from '../world.ts';
import { SCRIPT, STYLES } from './assets.ts';
import { html, sendPage } from './html.ts';
import type { Html } from './html.ts';
import { postCard } from './post-card.ts';
import { storyCards } from './story-cards.ts';

const MOST_POSTS = 100;
const BAR = html`<header class="bar"><a href="/">Simulated Facebook</a>
  <p>Everything here is made up. Nothing leaves this computer.</p></header>`;

/** Pages for people: each simulated page as its followers see it. */
export function siteRoutes(world: World, media: MediaStore): Router<SandboxState> {
  const router = new Router<SandboxState>();
  router.get('/', (ctx) => {
    sendPage(ctx, 'Pages and people', home(world));
  });
  router.get('/pages/:id', (ctx) => {
    showPage(world, ctx);
  });
  router.get('/pages/:id/posts/:number', (ctx) => {
    const post = world.posts.get(`${ctx.params['id'] ?? ''}_${ctx.params['number'] ?? ''}`);
    if (post?.publishedAt == null) return notFound(ctx);
    sendPage(
      ctx,
      'Post',
      html`${BAR}<main><h1>${world.pages.get(post.pageId)?.name ?? ''}</h1>${postCard(world, post)}
        <p><a href="/pages/${post.pageId}">All posts of this page</a></p></main><script src="/site.js"></script>`,
    );
  });
  router.get('/fiztech', (ctx) => {
    sendPage(ctx, 'Fiztech', articles([...world.articles.values()].reverse()));
  });
  router.get('/plugins/post', (ctx) => {
    showEmbed(world, ctx);
  });
  router.get('/avatars/:file', (ctx) => {
    ctx.type = 'image/png';
    ctx.set({ 'cache-control': 'public, max-age=86400', 'cross-origin-resource-policy': 'cross-origin' });
    ctx.body = avatarPng((ctx.params['file'] ?? '').replace(/\.png$/, ''), Number(ctx.query['size'] ?? 50));
  });
  router.get('/media/:id', (ctx) => {
    sendMedia(world, media, ctx);
  });
  router.get('/site.css', (ctx) => {
    ctx.type = 'text/css';
    ctx.body = STYLES;
  });
  router.get('/site.js', (ctx) => {
    ctx.type = 'text/javascript';
    ctx.body = SCRIPT;
  });
  router.get('/favicon.ico', (ctx) => {
    ctx.status = 204;
  });
  router.all('/*rest', (ctx) => {
    notFound(ctx);
  });
  return router;
}

function notFound(ctx: SandboxContext): void {
  ctx.status = 404;
  sendPage(
    ctx,
    'Not here',
    html`${BAR}<main><h1>This page isn't available</h1>
      <p>The link may be broken, or the post may have been removed.</p></main>`,
  );
}

function home(world: World): Html {
  const people = [...world.people.values()].map((person) => {
    const pages = pagesOf(world, person.role);
    const shown = pages.slice(0, 6).map(
      (page) =>
        html`<li><a class="row" href="/pages/${page.id}">
            <img src="/avatars/${page.id}.png?size=80" alt="" width="40" height="40">
            <span>${page.name}<small>${page.category} · ${page.fans} followers</small></span></a></li>`,
    );
    const rest =
      pages.length > 6
        ? html`<li><details><summary>${pages.length - 6} more pages</summary>
          <ul>${pages.slice(6).map((page) => html`<li><a href="/pages/${page.id}">${page.name}</a></li>`)}</ul>
          </details></li>`
        : html``;
    return html`<section aria-label="${fullName(person)}"><h2>${fullName(person)}</h2>
      <small>Logs in as “${person.role}”</small>
      <ul class="plain">${shown}${rest}</ul>${pages.length === 0 ? html`<p>No pages.</p>` : html``}</section>`;
  });
  return html`${BAR}<main><h1>Pages and people</h1>
    <p>The people who can log in here, and the pages they manage. <a href="/fiztech">The tech site</a>
    and the <a href="/mails">mailbox</a> are here too.</p>
    ${people}</main>`;
}

function showPage(world: World, ctx: SandboxContext): void {
  const page = world.pages.get(ctx.params['id'] ?? '');
  if (!page) return notFound(ctx);
  const posts = world
    .shelfOf(page.id)
    .published.slice(-MOST_POSTS)
    .reverse()
    .filter((post) => !post.isHidden);
  const cards = posts.map((post) => postCard(world, post));
  sendPage(
    ctx,
    page.name,
    html`${BAR}<main><div class="card"><h1>${page.name}</h1><p>${page.about}</p>
      <small>${page.category} · ${page.fans} followers</small></div>
    ${storyCards(world, page.id)}
    <h2>Posts</h2>${cards}${cards.length === 0 ? html`<p>No posts yet.</p>` : html``}</main>
    <script src="/site.js"></script>`,
  );
}

function articles(all: Article[]): Html {
  const cards = all.map(
    ({ id, title, type, createdAt, body }) =>
      html`<article id="article-${id}"><h2>${title}</h2>
        <small>${type === 'review' ? 'Product review' : 'Tech news'} · ${new Date(createdAt).toUTCString()}</small>
        <p class="text">${body}</p></article>`,
  );
  return html`${BAR}<main><h1>Fiztech</h1>
    <p>What the tech site has received.</p>${cards}${cards.length === 0 ? html`<p>No articles yet.</p>` : html``}</main>
    <script src="/site.js"></script>`;
}

function showEmbed(world: World, ctx: SandboxContext): void {
  const href = typeof ctx.query['href'] === 'string' ? ctx.query['href'] : '';
  const post = postAt(world, href);
  const body = post
    ? postCard(world, post)
    : html`<article><p class="brand">Facebook</p><p class="text">A public post, as it would be shown here.</p>
      <small>${href}</small></article>`;
  sendPage(ctx, 'Post', html`<main><h1>Post</h1>${body}</main>`);
}

function postAt(world: World, href: string): Post | null {
  const [, owner, number] = /\/([\w.-]+)\/posts\/(\d+)/.exec(href) ?? [];
  const page = [...world.pages.values()].find((one) => one.id === owner || one.username === owner);
  const post = page && world.posts.get(`${page.id}_${number ?? ''}`);
  return post?.publishedAt == null ? null : post;
}

function sendMedia(world: World, media: MediaStore, ctx: SandboxContext): void {
  const found = world.media.get(ctx.params['id'] ?? '');
  if (!found) return notFound(ctx);
  ctx.type = found.contentType;
  ctx.set({ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'cross-origin' });
  ctx.length = found.bytes;
  ctx.body = media.read(found.id);
}
