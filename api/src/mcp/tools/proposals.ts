import * as z from 'zod';
import { PageNumber } from '../../contract/common.ts';
import { listProposals, PROPOSALS_PAGE_SIZE, readProposal } from '../../contract/proposals.ts';
import { joined, said } from '../said.ts';
import { READING, tool } from '../tool.ts';
import { meaningOf } from './proposal-meanings.ts';
import { idOf, proposalId, proposalShape, ProposalShape } from './proposal-shape.ts';
import { EXCERPT } from './shapes.ts';

export const statusTool = tool({
  name: 'proposal_status',
  title: 'State of a proposal',
  description: 'Whether a proposal waits, was approved, rejected or published, and why it waits or failed.',
  calls: [readProposal],
  input: z.strictObject({ proposalId }),
  data: ProposalShape,
  annotations: READING.annotations,
  async run({ proposalId: id }, context) {
    const proposal = await context.call(readProposal, { params: { id } });
    const { is, notDone, next } = meaningOf(proposal);
    return {
      done: joined([said`Read proposal ${idOf(proposal)}.`, is]),
      notDone,
      next,
      repeating: READING.repeating,
      data: proposalShape(proposal, context),
    };
  },
});

export const listProposalsTool = tool({
  name: 'list_proposals',
  title: 'Proposals',
  description: 'Proposals that wait for a person, or those that were decided on, newest first.',
  calls: [listProposals],
  input: z.strictObject({
    state: z.enum(['waiting', 'decided']).optional().describe('Left out: waiting.'),
    list: z.optional(PageNumber.check(z.describe('Which page of the list. Left out: the first.'))),
  }),
  data: z.object({ proposals: z.array(ProposalShape), total: z.number(), list: z.number(), lists: z.number() }),
  annotations: READING.annotations,
  async run({ state = 'waiting', list }, context) {
    const { proposals, pagination } = await context.call(listProposals, {
      query: { state, limit: PROPOSALS_PAGE_SIZE, ...(list === undefined ? {} : { page: list }) },
    });
    return {
      done: said`Read ${proposals.length} of ${pagination.total} proposals.`,
      notDone: said`Nothing was approved, changed or published.`,
      next: said`What is listed exists already: do not propose it again. Only a person can approve, in Pagecast.`,
      repeating: READING.repeating,
      data: {
        proposals: proposals.map((proposal) => ({ ...proposalShape(proposal, context, EXCERPT) })),
        total: pagination.total,
        list: pagination.page,
        lists: pagination.pages,
      },
    };
  },
});
