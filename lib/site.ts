import { Duration, SecretValue } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
  type BehaviorOptions,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { ARecord, AaaaRecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { documentedOperations, type DocumentedOperation } from '../schemas/operation-schemas.ts';
import { BASE_PATH } from '../schemas/operations.ts';
import { pages } from '../schemas/pages.ts';
import { publicPageDetails } from '../schemas/public-page-details.ts';
import { publicPages, type PublicPageId } from '../schemas/public-pages.ts';
import { edgeCode } from './edge-code.ts';
import { removalPolicyOf } from './resources.ts';
import type { Cdn, Stage } from './stages.ts';

/** The headers with the address of the client and the secret of CloudFront. */
const proxyHeaders = { address: 'CloudFront-Viewer-Address', proof: 'X-Proxy-Proof' } as const;

/** The setting TRUSTED_PROXY, whose secrets CloudFormation resolves. */
export const siteProxy = (secretArns: readonly string[]): string =>
  [
    proxyHeaders.address,
    proxyHeaders.proof,
    ...secretArns.map((arn) => `secret:${SecretValue.secretsManager(arn).unsafeUnwrap()}`),
  ].join(' ');

/** The headers that forms and redirects read, and User-Agent for the access log: at most ten, CloudFront's quota. */
const forwardedHeaders = [
  proxyHeaders.address,
  'Accept-Language',
  'Content-Encoding',
  'Content-Type',
  'Origin',
  'Purpose',
  'Sec-Fetch-Site',
  'Sec-Purpose',
  'User-Agent',
];

/** The maximum time in CloudFront's cache, in which a closed job may still be visible. */
const MAX_TTL = Duration.minutes(5);

/** CloudFront caches these statuses for ten seconds by default, so one candidate's 404 would reach all others. */
const errorStatuses = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];

/** CloudFront's own response to unknown paths; fixed paths are redirected when a slash follows. */
const notFoundResponse = {
  statusCode: 404,
  statusDescription: 'Not Found',
  headers: { 'content-type': { value: 'text/html; charset=utf-8' } },
  body: {
    encoding: 'text',
    data: [
      '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>404</title>',
      '<p>There is no such page. <a href="/?lang=en">All employers</a></p>',
      `<p lang="fr">Cette page n'existe pas. <a href="/?lang=fr">Tous les employeurs</a></p>`,
    ].join(''),
  },
};

const notFoundCode = (fixedPaths: readonly string[]) => `function handler(event) {
  const path = event.request.uri.slice(0, -1);
  return ${JSON.stringify(fixedPaths)}.includes(path)
    ? { statusCode: 307, statusDescription: 'Temporary Redirect', headers: { location: { value: path } } }
    : ${JSON.stringify(notFoundResponse)};
}`;

/** The operations that scripts of the site call through it; GET is cached by its query parameters. */
const scriptOperations = Object.values<DocumentedOperation>(documentedOperations)
  .filter(({ ofSite }) => ofSite)
  .map(({ method, path, query }) => ({
    path: `${BASE_PATH}${path}`,
    keptBy: method === 'GET' ? Object.keys((query as { properties: object }).properties) : undefined,
  }));

/** The paths of the site with the query parameters in their cache keys; undefined for uncached paths. */
function sitePaths(): { pattern: string; keptBy: readonly string[] | undefined }[] {
  const rows: { path: string; keptBy: readonly string[] | undefined }[] = [
    ...Object.entries(publicPages).map(([id, { path }]) => ({
      path,
      keptBy: publicPageDetails[id as PublicPageId].keptBy,
    })),
    ...scriptOperations,
    { path: pages.asset.path.replace('{file}', 'embed.js'), keptBy: [] },
  ];
  const byPattern = Map.groupBy(rows, ({ path }) => path.replaceAll(/\{\w+\}/g, '*'));
  return (
    [...byPattern]
      .map(([pattern, own]) => ({
        pattern,
        keptBy: own.some(({ keptBy }) => keptBy === undefined)
          ? undefined
          : own.flatMap(({ keptBy = [] }) => keptBy),
      }))
      // CloudFront uses the first pattern that matches, and * includes slashes.
      .toSorted((one, other) => other.pattern.split('/').length - one.pattern.split('/').length)
  );
}

interface SiteProps {
  stage: Stage;
  cdn: Cdn;
  origin: string;
}

/**
 * CloudFront in front of the public pages. It caches pages that are the same for all visitors, and authenticates its
 * requests by a secret.
 */
export class Site extends Construct {
  readonly url: string;
  /** The target of a DNS record for the domain of the site. */
  readonly target: string;
  /** The accepted secrets, of which CloudFront sends the first. */
  readonly secrets: readonly Secret[];

  constructor(scope: Construct, id: string, { stage, cdn, origin }: SiteProps) {
    super(scope, id);
    const { domain, webAclArn } = cdn;
    this.secrets = cdn.secrets.map(
      (number) =>
        new Secret(this, `Secret${number}`, {
          description: `Proves that a request came through CloudFront (${stage.name})`,
          generateSecretString: { passwordLength: 64, excludePunctuation: true },
          // The functions are deployed later, and until then CloudFormation resolves their former secret.
          removalPolicy: removalPolicyOf(stage),
        }),
    );
    const distribution = new Distribution(this, 'Distribution', {
      comment: `Job Posting Service, public pages (${stage.name})`,
      ...this.behaviors(origin),
      errorResponses: errorStatuses.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      ...(webAclArn !== undefined && { webAclId: webAclArn }),
      ...(domain && {
        domainNames: [domain.name],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
    });
    this.target = distribution.distributionDomainName;
    this.url = `https://${domain?.name ?? this.target}`;
    if (domain?.hostedZone) {
      const { id: hostedZoneId, name: zoneName } = domain.hostedZone;
      const record = {
        zone: HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName }),
        recordName: `${domain.name}.`,
        target: RecordTarget.fromAlias(new CloudFrontTarget(distribution)),
      };
      for (const [name, Record] of Object.entries({ Alias: ARecord, AliasIpv6: AaaaRecord })) {
        // oxlint-disable-next-line eslint/no-new -- a construct adds itself to its tree
        new Record(this, name, record);
      }
    }
  }

  private behaviors(host: string) {
    const paths = sitePaths();
    const runs = (id: string, code: FunctionCode) => ({
      functionAssociations: [
        {
          function: new EdgeFunction(this, id, { code, runtime: FunctionRuntime.JS_2_0 }),
          eventType: FunctionEventType.VIEWER_REQUEST,
        },
      ],
    });
    const site = {
      // CloudFront overwrites a viewer's headers of the same names, and sends the origin's name in Host.
      origin: new HttpOrigin(host, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        customHeaders: { [proxyHeaders.proof]: this.secrets[0]?.secretValue.unsafeUnwrap() ?? '' },
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      allowedMethods: AllowedMethods.ALLOW_ALL,
    } satisfies BehaviorOptions;
    const language = runs('Language', FunctionCode.fromInline(edgeCode('site-language.ts')));
    const uncached = {
      ...site,
      ...language,
      // CloudFront compresses only where it may cache. These responses say no-store, which it obeys.
      cachePolicy: new CachePolicy(this, 'Uncached', {
        minTtl: Duration.seconds(0),
        defaultTtl: Duration.seconds(0),
        maxTtl: Duration.seconds(1),
        queryStringBehavior: CacheQueryStringBehavior.all(),
        enableAcceptEncodingGzip: true,
      }),
      originRequestPolicy: new OriginRequestPolicy(this, 'Passed', {
        headerBehavior: OriginRequestHeaderBehavior.allowList(...forwardedHeaders),
      }),
    };
    const cachedBy = (parameters: readonly string[]): BehaviorOptions => ({
      ...site,
      ...language,
      cachePolicy: new CachePolicy(this, ['Kept', ...parameters].join('By'), {
        minTtl: Duration.seconds(0),
        defaultTtl: Duration.seconds(0),
        maxTtl: MAX_TTL,
        headerBehavior: CacheHeaderBehavior.allowList('Accept-Language'),
        queryStringBehavior:
          parameters.length > 0
            ? CacheQueryStringBehavior.allowList(...parameters)
            : CacheQueryStringBehavior.none(),
        enableAcceptEncodingGzip: true,
      }),
    });
    const keys = new Map(paths.map(({ keptBy }) => [keptBy?.join(), keptBy]));
    const behaviors = new Map([...keys].map(([key, keptBy]) => [key, keptBy ? cachedBy(keptBy) : uncached]));
    return {
      defaultBehavior: {
        ...site,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        ...runs(
          'Nothing',
          FunctionCode.fromInline(
            notFoundCode(paths.map(({ pattern }) => pattern).filter((pattern) => !pattern.includes('*'))),
          ),
        ),
      },
      additionalBehaviors: Object.fromEntries(
        paths.map(({ pattern, keptBy }) => [pattern, behaviors.get(keptBy?.join()) ?? uncached]),
      ),
    };
  }
}
