import type { Knex } from 'knex';
import { PAGE_INVITATION_DAYS, type MemberRole } from '../../contract/page-members.ts';
import type { PageId, UserId } from '../../contract/ids.ts';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';

export interface Member {
  readonly id: number;
  readonly userId: UserId;
  readonly name: string;
  readonly facebookId: string;
  readonly role: MemberRole;
  readonly joinedAt: Date;
}

export interface OpenInvitation {
  readonly id: number;
  readonly role: MemberRole;
  readonly expiresAt: Date;
}

interface MemberRow {
  id: number;
  facebook_page_id: PageId;
  member_id: UserId;
  name: string;
  facebook_id: string;
  role: MemberRole;
  joined_at: Date;
}
interface InvitationRow {
  id: number;
  user_id: UserId;
  facebook_page_id: PageId;
  role: MemberRole;
  code_hash: Buffer;
  expires_at: Date;
}

/** The people of pages, by who connected the page. */
export function pageMembersRepository(db: Knex) {
  const members = (owner: Owner, pageId: PageId) =>
    ownedBy<MemberRow>(db, 'page_members', owner).where({ facebook_page_id: pageId });
  const named = (query: Knex.QueryBuilder<MemberRow, MemberRow[]>): Promise<MemberRow[]> =>
    query
      .join('users as u', 'u.id', 'page_members.member_id')
      .orderBy('page_members.id')
      .select('page_members.*', 'u.name', 'u.facebook_id');

  return {
    ...invitations(db),
    ...parts(db),

    /** Until the end of this transaction nobody else comes to the page, or is invited to it. */
    async lock(pageId: PageId): Promise<void> {
      await db.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`page-people:${pageId}`]);
    },

    /** Those who came first stand first. */
    list: async (owner: Owner, pageId: PageId): Promise<Member[]> =>
      (await named(members(owner, pageId))).map(toMember),

    async find(owner: Owner, pageId: PageId, id: number): Promise<Member | null> {
      const [row] = await named(members(owner, pageId).where('page_members.id', id));
      return row === undefined ? null : toMember(row);
    },

    /** @returns false when they are there already */
    async add(owner: Owner, pageId: PageId, member: { userId: UserId; role: MemberRole }): Promise<boolean> {
      const added = await db('page_members')
        .insert({
          ...ownedColumns(owner),
          facebook_page_id: pageId,
          member_id: member.userId,
          role: member.role,
        })
        .onConflict(['facebook_page_id', 'member_id'])
        .ignore()
        .returning('id');
      return added.length === 1;
    },

    async changeRole(owner: Owner, pageId: PageId, id: number, role: MemberRole): Promise<void> {
      await members(owner, pageId).where('page_members.id', id).update({ role });
    },

    remove: async (owner: Owner, pageId: PageId, id: number): Promise<boolean> =>
      Number(await members(owner, pageId).where('page_members.id', id).delete()) === 1,

    /** Names of others who have connected the same page at Facebook. */
    async alsoConnectedBy(owner: Owner, pageId: PageId): Promise<string[]> {
      return ownedBy(db, 'facebook_pages', owner)
        .where('facebook_pages.id', pageId)
        .join('facebook_pages as o', (same) =>
          same
            .on('o.page_id', 'facebook_pages.page_id')
            .andOn('o.environment', 'facebook_pages.environment')
            .andOn('o.id', '<>', 'facebook_pages.id'),
        )
        .whereNull('o.removed_at')
        .where('facebook_pages.is_connected', true)
        .join('users as u', 'u.id', 'o.user_id')
        .orderBy(['u.name', 'u.id'])
        .pluck<string[]>('u.name');
    },
  };
}

function parts(db: Knex) {
  return {
    /** What somebody is on the pages of others, and whose those are. */
    async partsOf(memberId: UserId): Promise<{ owner: Owner; pageId: PageId; pageName: string; role: MemberRole }[]> {
      const { rows } = await db.raw<{
        rows: { user_id: UserId; environment: Owner['environment']; id: PageId; name: string; role: MemberRole }[];
      }>(
        `select g.user_id, g.environment, g.id, g.name, m.role
        from page_members m join facebook_pages g on g.id = m.facebook_page_id
        where m.member_id = ? and g.removed_at is null order by g.id`,
        [memberId],
      );
      return rows.map(({ user_id: userId, environment, id, name, role }) => ({
        owner: { userId, environment },
        pageId: id,
        pageName: name,
        role,
      }));
    },
  };
}

function invitations(db: Knex) {
  const usable = () => db<InvitationRow>('page_invitations').where('expires_at', '>', db.fn.now());
  return {
    openInvitations: async (owner: Owner, pageId: PageId): Promise<OpenInvitation[]> =>
      (
        await usable()
          .where({ ...ownedColumns(owner), facebook_page_id: pageId })
          .orderBy('id')
      ).map(toInvitation),

    async invite(
      owner: Owner,
      pageId: PageId,
      { role, codeHash }: { role: MemberRole; codeHash: Buffer },
    ): Promise<OpenInvitation> {
      await db('page_invitations').where({ facebook_page_id: pageId }).where('expires_at', '<=', db.fn.now()).delete();
      const [row] = await db('page_invitations')
        .insert({
          ...ownedColumns(owner),
          facebook_page_id: pageId,
          role,
          code_hash: codeHash,
          expires_at: db.raw('now() + make_interval(days => ?)', [PAGE_INVITATION_DAYS]),
        })
        .returning<InvitationRow[]>('*');
      return toInvitation(row!);
    },

    deleteInvitation: async (owner: Owner, pageId: PageId, id: number): Promise<boolean> =>
      Number(
        await ownedBy(db, 'page_invitations', owner)
          .where({ 'page_invitations.facebook_page_id': pageId, 'page_invitations.id': id })
          .delete(),
      ) === 1,

    /** To which page it leads, locked against others who use it at the same moment; null when it leads nowhere. */
    async invitationFor(
      environment: Owner['environment'],
      codeHash: Buffer,
    ): Promise<{ id: number; owner: Owner; pageId: PageId; role: MemberRole } | null> {
      const row = await usable()
        .where({ environment, code_hash: codeHash } as object)
        .forUpdate()
        .first();
      return row === undefined
        ? null
        : { id: row.id, owner: { userId: row.user_id, environment }, pageId: row.facebook_page_id, role: row.role };
    },
  };
}

function toMember(row: MemberRow): Member {
  return {
    id: row.id,
    userId: row.member_id,
    name: row.name,
    facebookId: row.facebook_id,
    role: row.role,
    joinedAt: row.joined_at,
  };
}

function toInvitation({ id, role, expires_at: expiresAt }: InvitationRow): OpenInvitation {
  return { id, role, expiresAt };
}
