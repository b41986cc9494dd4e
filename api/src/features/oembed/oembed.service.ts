import * as z from 'zod';
import type { Environment } from '../../contract/common.ts';
import { appToken, type FacebookApp, type GraphClient } from '../../facebook/graph-client.ts';
import { GraphError, GraphTransportError } from '../../facebook/graph-errors.ts';
import { InvalidInputError, RefusedError, TooManyRequestsError, UpstreamError } from '../../http/errors.ts';
import { embedAddress, type EmbedAddress } from './embed-address.ts';

/** Facebook no longer gives some of these, and none for certain. */
const Embed = z.looseObject({
  type: z.string().nullish().catch(null),
  provider_name: z.string().nullish().catch(null),
  version: z.string().nullish().catch(null),
  width: z.number().nullish().catch(null),
  height: z.number().nullish().catch(null),
  title: z.string().nullish().catch(null),
  author_name: z.string().nullish().catch(null),
  html: z.string(),
});

/** A token of an app that Facebook has not let use oEmbed, or a bad one: without any, everybody may ask. */
const TOKEN_UNWELCOME = new Set([10, 190]);
const LIMITED = 4;
const RETRY_AFTER_SECONDS = 600;

/** What Facebook says about embedding an address. Nothing of it is kept: its rules allow showing alone. */
export function oembedService({
  graph,
  facebookApp,
}: {
  graph: GraphClient;
  facebookApp(environment: Environment): FacebookApp | null;
}) {
  const ask = ({ endpoint, url }: EmbedAddress, app: FacebookApp | null) =>
    graph.get({
      path: endpoint,
      params: { url },
      token: app === null ? null : appToken(app),
      app,
      answer: Embed,
    });

  async function askOnceMore(address: EmbedAddress, app: FacebookApp | null) {
    try {
      return await ask(address, app);
    } catch (error) {
      if (app === null || !(error instanceof GraphError) || !TOKEN_UNWELCOME.has(error.details.code)) throw error;
      return ask(address, null);
    }
  }

  return {
    /**
     * @throws InvalidInputError for an address that is none of theirs; RefusedError for what cannot be embedded;
     * TooManyRequestsError, UpstreamError
     */
    async embed(environment: Environment, text: string) {
      const address = embedAddress(text);
      if ('problem' in address)
        throw new InvalidInputError(address.problem, { issues: [{ path: 'url', message: address.problem }] });
      try {
        return { platform: address.platform, ...(await askOnceMore(address, facebookApp(environment))) };
      } catch (error) {
        throw inWords(error, address);
      }
    },
  };
}
export type OembedService = ReturnType<typeof oembedService>;

function inWords(error: unknown, { platform }: EmbedAddress): unknown {
  const name = platform === 'facebook' ? 'Facebook' : 'Instagram';
  const cause = { cause: error };
  if (error instanceof GraphTransportError)
    return new UpstreamError(`${name} isn't responding. Try again in a minute.`, {}, cause);
  if (!(error instanceof GraphError)) return error;
  if (error.details.code === LIMITED)
    return new TooManyRequestsError(
      `${name} is limiting these requests for now. Try again in about ten minutes.`,
      RETRY_AFTER_SECONDS,
      {},
      cause,
    );
  if (error.kind === 'transient' || error.details.code === 0)
    return new UpstreamError(`${name} couldn't answer. Try again in a minute.`, {}, cause);
  return new RefusedError(
    `${name} only embeds public content. ` +
      'This content is private, age-restricted or deleted, or was never at this address.',
    {},
    cause,
  );
}
