import type { Page, Person } from '../entities.ts';
import { pagesOf, scopedId } from '../people.ts';
import { mintPageToken, scopesOf } from '../tokens.ts';
import { requireUserOrPage } from './access.ts';
import { narrow, render } from './fields.ts';
import type { Field, FieldTable } from './fields.ts';
import { allowOnly } from './graph-call.ts';
import type { GraphCall } from './graph-call.ts';
import { noSuchObject } from './graph-error.ts';
import { paged } from './paging.ts';
import { fieldsOf } from './post-node.ts';

function pictureOf(call: GraphCall, id: string, field: Field): unknown {
  const size = Number(field.args['width'] ?? 50);
  const data = {
    height: size,
    is_silhouette: false,
    url: `${call.origin}/avatars/${id}.png?size=${size}`,
    width: size,
  };
  return { data: narrow(data, field.sub) };
}

function pageFields(call: GraphCall): FieldTable<Page> {
  const { token } = call;
  return {
    id: (page) => page.id,
    name: (page) => call.exchange.tweaks.pageNames[page.id] ?? page.name,
    username: (page) => page.username,
    about: (page) => page.about,
    category: (page) => page.category,
    category_list: (page) => [{ id: '2200', name: page.category }],
    fan_count: (page) => page.fans,
    followers_count: (page) => page.fans + Math.floor(page.fans / 20),
    link: (page) => `${call.origin}/pages/${page.id}`,
    is_published: () => true,
    verification_status: () => 'not_verified',
    website: () => undefined,
    tasks: (page) => (token ? page.tasks[token.role] : undefined),
    picture: (page, field) => pictureOf(call, page.id, field),
    access_token: (page) => {
      if (!token || (page.tasks[token.role] ?? []).length === 0) return undefined;
      return token.type === 'PAGE' ? token.token : mintPageToken(call.world, token, page.id).token;
    },
  };
}

function personFields(call: GraphCall): FieldTable<Person> {
  return {
    id: (person) => scopedId(person, call.token?.appId ?? call.app?.id ?? ''),
    name: (person) => `${person.firstName} ${person.lastName}`,
    first_name: (person) => person.firstName,
    last_name: (person) => person.lastName,
    // Given only to apps that asked for the permission.
    email: (person) => (call.token && scopesOf(call.token).includes('email') ? person.email : undefined),
    picture: (person, field) => pictureOf(call, scopedId(person, call.token?.appId ?? ''), field),
  };
}

/** `/me` and `/{id}` for a page, a person, or the app itself. */
export function showPageOrPerson(call: GraphCall, id: string): unknown {
  const { world } = call;
  const me = id === 'me' ? requireUserOrPage(call) : null;
  const page = world.pages.get(me ? (me.pageId ?? '') : id);
  if (page) return render(pageFields(call), 'Page', page, fieldsOf(call, 'name,id'));
  const role =
    me?.role ??
    [...world.people.values()].find((one) => scopedId(one, call.token?.appId ?? call.app?.id ?? '') === id)?.role;
  const person = role === undefined ? undefined : world.people.get(role);
  // One person's token says nothing about another person.
  if (person && (me || call.app || call.token?.role === person.role))
    return render(personFields(call), 'User', person, fieldsOf(call, 'name,id'));
  const app = world.apps.get(id);
  if (app) return { name: app.name, link: `https://www.facebook.com/games/?app_id=${app.id}`, id: app.id };
  throw noSuchObject(id);
}

/** `GET /me/accounts`: the pages the person let the app see, with a page token each. */
export function showAccounts(call: GraphCall, id: string): unknown {
  const token = requireUserOrPage(call);
  const person = call.world.people.get(token.role);
  if (token.type !== 'USER' || !person || (id !== 'me' && id !== scopedId(person, token.appId))) throw noSuchObject(id);
  allowOnly(call, ['limit', 'after', 'before', 'summary', 'is_place', 'is_promotable']);
  const canList = scopesOf(token).includes('pages_show_list');
  const { droppedPages } = call.exchange.tweaks;
  const pages = canList
    ? pagesOf(call.world, token.role).filter(
        (page) => (token.pages?.includes(page.id) ?? true) && !droppedPages.includes(page.id),
      )
    : [];
  const fields = fieldsOf(call, 'access_token,category,category_list,name,id,tasks');
  return paged(
    call,
    pages,
    (page) => page.id,
    (page) => render(pageFields(call), 'Page', page, fields),
  );
}
