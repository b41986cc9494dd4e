import type { Tool } from '../tool.ts';
import { checkTool, listDraftsTool, listMediaTool, readDraftTool } from './material.ts';
import { addImageTool } from './images.ts';
import { listPagesTool } from './pages.ts';
import { freeSlotsTool, planTool, troubleTool } from './plan.ts';
import { findPostsTool, getPostTool, historyTool } from './posts.ts';
import { listProposalsTool, statusTool } from './proposals.ts';
import { changeTool, proposeTool, withdrawTool } from './proposing.ts';

/** Every tool, in the order in which assistants are told of them. */
export const TOOLS: readonly Tool[] = [
  listPagesTool,
  planTool,
  historyTool,
  getPostTool,
  findPostsTool,
  troubleTool,
  freeSlotsTool,
  checkTool,
  listDraftsTool,
  readDraftTool,
  listMediaTool,
  addImageTool,
  proposeTool,
  statusTool,
  listProposalsTool,
  changeTool,
  withdrawTool,
];
