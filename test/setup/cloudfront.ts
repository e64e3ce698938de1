import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { startServer } from './local-server.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- a template may contain anything
type Resource = { Type: string; Properties: any };

/** A request as CloudFront passes it to a CloudFront Function, which returns it or a response. */
interface EdgeRequest {
  method: string;
  /** The path without the query. */
  uri: string;
  /** The query parameters as they are encoded in the URL. */
  querystring: Record<string, { value: string; multiValue?: { value: string }[] }>;
  headers: Record<string, { value: string }>;
}

interface EdgeAnswer {
  statusCode: number;
  headers: Record<string, { value: string }>;
  body?: { data: string };
}

interface CachedResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  until: number;
}

/** Runs the code of a CloudFront Function. */
export const runEdge = (code: string, request: EdgeRequest): EdgeRequest | EdgeAnswer =>
  runInNewContext(`${code}; handler(${JSON.stringify({ request })})`, {}, { timeout: 1_000 }) as
    EdgeRequest | EdgeAnswer;

/** Converts the query of a URL to the form in which a CloudFront Function gets it. */
export function edgeQuery(query: string): EdgeRequest['querystring'] {
  const pairs = query.split('&').map((pair) => pair.split(/=(.*)/s));
  const byName = Map.groupBy(pairs, ([name = '']) => name);
  byName.delete('');
  return Object.fromEntries(
    [...byName].map(([name, same]) => {
      const values = same.map(([, value = '']) => ({ value }));
      return [name, { value: values[0]?.value ?? '', ...(values.length > 1 && { multiValue: values }) }];
    }),
  );
}

/** Converts the query of a CloudFront Function back to the query of a URL. */
const queryOf = (querystring: EdgeRequest['querystring']): string =>
  Object.entries(querystring)
    .flatMap(([name, { value, multiValue = [{ value }] }]) =>
      multiValue.map((each) => `${name}=${each.value}`),
    )
    .join('&');

/** How long the Cache-Control header and the cache policy let CloudFront cache a response, in seconds. */
function cacheSeconds(cacheControl: string, { DefaultTTL, MinTTL, MaxTTL }: Record<string, number>): number {
  if (/\b(?:no-store|no-cache|private)\b/.test(cacheControl)) return MinTTL ?? 0;
  const [, seconds = DefaultTTL] = /\bmax-age=(\d+)/.exec(cacheControl) ?? [];
  return Math.min(Math.max(Number(seconds), MinTTL ?? 0), MaxTTL ?? 0);
}

const matches = (pattern: string, path: string) =>
  new RegExp(`^${RegExp.escape(pattern).replaceAll('\\*', '.*')}$`).test(path);

/**
 * The distribution that a template describes, before an origin: its behaviors, policies and functions, and what CloudFront
 * does with them. It keeps in memory, on the clock of the process.
 */
export async function startCloudFront(template: Record<string, Resource>, origin: string) {
  const ofType = (type: string) => Object.entries(template).filter(([, { Type }]) => Type === type);
  const [[, distribution] = []] = ofType('AWS::CloudFront::Distribution');
  const config = distribution?.Properties.DistributionConfig;
  const secrets = new Map(
    ofType('AWS::SecretsManager::Secret').map(([id]) => [id, randomBytes(32).toString('hex')]),
  );
  const ownHeaders = config.Origins[0].OriginCustomHeaders.map(
    ({ HeaderName, HeaderValue }: { HeaderName: string; HeaderValue: object }) => {
      const [, id = ''] = /secretsmanager:",{"Ref":"(\w+)"/.exec(JSON.stringify(HeaderValue)) ?? [];
      return [HeaderName.toLowerCase(), secrets.get(id)];
    },
  );
  for (const [, { Properties }] of ofType('AWS::CloudFront::CachePolicy')) {
    const { MaxTTL, ParametersInCacheKeyAndForwardedToOrigin: parameters } = Properties.CachePolicyConfig;
    if (MaxTTL === 0 && parameters.EnableAcceptEncodingGzip)
      throw new Error('CloudFront compresses nothing where its maximum TTL is 0.');
  }
  const responses = new Map<string, CachedResponse>();
  const passed: string[] = [];
  let viewer = '192.0.2.1:50000';

  const policyOf = (reference: string | { Ref: string } | undefined) =>
    typeof reference === 'object' ? template[reference.Ref]?.Properties : undefined;

  /** The headers and query parameters of a request that a policy lists. */
  function named(policy: Resource['Properties'], request: EdgeRequest) {
    const searchParams = new URLSearchParams(queryOf(request.querystring));
    const names: string[] = policy?.HeadersConfig.Headers ?? [];
    const { QueryStringBehavior: behavior = 'none', QueryStrings = [] } = policy?.QueryStringsConfig ?? {};
    const headers = names.flatMap((each) => {
      const name = each.toLowerCase();
      const value = name === 'cloudfront-viewer-address' ? viewer : request.headers[name]?.value;
      return value === undefined ? [] : [[name, value] as const];
    });
    const query = [...searchParams].filter(([name]) => behavior === 'all' || QueryStrings.includes(name));
    return { headers, query };
  }

  async function serve(received: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { method = '', url = '' } = received;
    const { pathname, search } = new URL(url, origin);
    const behavior =
      config.CacheBehaviors.find(({ PathPattern }: { PathPattern: string }) =>
        matches(PathPattern, pathname),
      ) ?? config.DefaultCacheBehavior;
    const [edge] = behavior.FunctionAssociations[0].FunctionARN['Fn::GetAtt'];
    const headers = Object.fromEntries(
      Object.entries(received.headersDistinct).map(([name, values = []]) => [name, { value: values.join() }]),
    );
    const request = runEdge(template[edge]?.Properties.FunctionCode, {
      method,
      uri: pathname,
      querystring: edgeQuery(search.slice(1)),
      headers,
    });
    if ('statusCode' in request) {
      const { location } = request.headers;
      response.writeHead(request.statusCode, { ...(location && { location: location.value }) });
      return response.end(request.body?.data);
    }
    const cache = policyOf(behavior.CachePolicyId)?.CachePolicyConfig;
    const parameters = cache?.ParametersInCacheKeyAndForwardedToOrigin;
    const keyed = named(parameters, request);
    const acceptsGzip = /\bgzip\b/.test(headers['accept-encoding']?.value ?? '');
    const coding = parameters?.EnableAcceptEncodingGzip && acceptsGzip ? 'gzip' : 'identity';
    const key = JSON.stringify([pathname, keyed, coding]);
    const hit = method === 'GET' ? responses.get(key) : undefined;
    if (hit && Date.now() < hit.until) {
      response.writeHead(hit.status, hit.headers);
      return response.end(hit.body);
    }
    const more = named(policyOf(behavior.OriginRequestPolicyId)?.OriginRequestPolicyConfig, request);
    const query = new URLSearchParams([...keyed.query, ...more.query]).toString();
    passed.push(`${method} ${pathname}`);
    const answer = await fetch(`${origin}${pathname}${query && `?${query}`}`, {
      method,
      headers: Object.fromEntries([
        ...keyed.headers,
        ...more.headers,
        ...ownHeaders,
        ['accept-encoding', coding],
      ]),
      redirect: 'manual',
      ...(method === 'POST' && { body: await buffer(received) }),
    });
    const text = Buffer.from(await answer.arrayBuffer());
    const made: CachedResponse = {
      status: answer.status,
      headers: Object.fromEntries([...answer.headers].filter(([name]) => name !== 'content-length')),
      // `fetch` has decompressed it.
      body: answer.headers.get('content-encoding') === 'gzip' ? gzipSync(text) : text,
      until:
        Date.now() + (cache ? cacheSeconds(answer.headers.get('cache-control') ?? '', cache) : 0) * 1_000,
    };
    if (method === 'GET' && made.status < 400) responses.set(key, made);
    response.writeHead(made.status, made.headers);
    return response.end(made.body);
  }

  const { endpoint, close } = await startServer(serve);
  return {
    endpoint,
    close,
    secrets: [...secrets.values()],
    /** The requests that the origin got. */
    passed,
    /** Sets the address from which the next requests come. */
    comeFrom: (address: string) => {
      viewer = address;
    },
  };
}
