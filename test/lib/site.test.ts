import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from '@jest/globals';
import { Site } from '../../lib/site.ts';
import type { Cdn } from '../../lib/stages.ts';
import { stages } from './two-stages.ts';

// Skips a validation of ten seconds, which `npm run synth` does.
process.env['CDK_VALIDATION'] ??= 'false';

const ORIGIN = 'api.example.com';

function siteWith(cdn: Cdn) {
  const stack = new Stack(new App(), 'site');
  const site = new Site(stack, 'Site', { stage: stages.prod, cdn, origin: ORIGIN });
  const template = Template.fromStack(stack);
  const ofType = (type: string) => Object.entries(template.findResources(type));
  const [, distribution] = ofType('AWS::CloudFront::Distribution')[0] ?? [];
  return { site, ofType, config: distribution?.['Properties'].DistributionConfig };
}

const domain = {
  name: 'jobs.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/1',
  hostedZone: { id: 'Z1', name: 'example.com' },
};
const plain = siteWith({ secrets: [1] });

describe('the CloudFront distribution of the public site', () => {
  test('reaches the API only over TLS, with a secret that no template reveals', () => {
    const [[id, secret] = ['', {}]] = plain.ofType('AWS::SecretsManager::Secret');
    const value = ['{{resolve:secretsmanager:', { Ref: id }, ':SecretString:::}}'];
    expect(plain.config.Origins).toMatchObject([
      {
        DomainName: ORIGIN,
        CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
        OriginCustomHeaders: [{ HeaderName: 'X-Proxy-Proof', HeaderValue: { 'Fn::Join': ['', value] } }],
      },
    ]);
    expect(secret['Properties']).toEqual({
      Description: expect.any(String),
      GenerateSecretString: { PasswordLength: 64, ExcludePunctuation: true },
    });
  });

  test('still sends its first secret when a second secret exists', () => {
    const headerOf = ({ config }: ReturnType<typeof siteWith>) => config.Origins[0].OriginCustomHeaders[0];
    const both = siteWith({ secrets: [1, 2] });
    expect(headerOf(both)).toEqual(headerOf(plain));
    expect(both.ofType('AWS::SecretsManager::Secret')).toHaveLength(2);
    expect(headerOf(siteWith({ secrets: [2] }))).not.toEqual(headerOf(plain));
  });

  test('caches pages only by language, candidate source, search and list cursor, for at most five minutes, and caches no errors', () => {
    const policies = plain
      .ofType('AWS::CloudFront::CachePolicy')
      .map(([, { Properties }]) => Properties.CachePolicyConfig);
    const cacheTtl = { MinTTL: 0, DefaultTTL: 0, MaxTTL: 300 };
    const keeping = policies.filter(({ MaxTTL }) => MaxTTL !== 1);
    expect(keeping).toEqual(Array(6).fill(expect.objectContaining(cacheTtl)));
    for (const { ParametersInCacheKeyAndForwardedToOrigin: parameters } of keeping) {
      expect(parameters).toMatchObject({
        CookiesConfig: { CookieBehavior: 'none' },
        EnableAcceptEncodingBrotli: false,
        EnableAcceptEncodingGzip: true,
        HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['Accept-Language'] },
      });
    }
    const queries = keeping.map(({ ParametersInCacheKeyAndForwardedToOrigin: parameters }) => {
      const { QueryStringBehavior, QueryStrings = [] } = parameters.QueryStringsConfig;
      return [QueryStringBehavior, ...QueryStrings].join(' ');
    });
    expect(queries).toEqual([
      'whitelist employer q after',
      'whitelist source utm_source lang',
      'whitelist after q place category type workplace lang',
      'none',
      'whitelist job lang page q',
      'whitelist lang',
    ]);
    const errors = plain.config.CustomErrorResponses.map(
      ({ ErrorCode, ErrorCachingMinTTL }: Record<string, number>) => [ErrorCode, ErrorCachingMinTTL],
    );
    expect(errors).toEqual([400, 403, 404, 405, 414, 500, 501, 502, 503, 504].map((status) => [status, 0]));
  });

  test("forwards the candidate's address with forms, and never the Host header", () => {
    const [[id, policy] = ['', {}]] = plain.ofType('AWS::CloudFront::OriginRequestPolicy');
    const { Headers } = policy['Properties'].OriginRequestPolicyConfig.HeadersConfig;
    expect(Headers).toContain('CloudFront-Viewer-Address');
    expect(Headers.map((name: string) => name.toLowerCase())).not.toContain('host');
    expect(Headers.length).toBeLessThanOrEqual(10);
    const [uncached] =
      plain
        .ofType('AWS::CloudFront::CachePolicy')
        .find(([, { Properties }]) => Properties.CachePolicyConfig.MaxTTL === 1) ?? [];
    const passed = plain.config.CacheBehaviors.filter(
      ({ OriginRequestPolicyId }: { OriginRequestPolicyId?: object }) => OriginRequestPolicyId,
    );
    const forwarded =
      '/api/v1.1/public/jobs/*/files /jobs/*/go /jobs/*/apply /jobs/*/report /application /recruiting';
    expect(passed).toMatchObject(
      forwarded.split(' ').map((PathPattern) => ({
        PathPattern,
        OriginRequestPolicyId: { Ref: id },
        CachePolicyId: { Ref: uncached },
      })),
    );
  });

  test('has the domain, certificate and web ACL that the stage configures', () => {
    const webAclArn = 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/site/1';
    const maximal = siteWith({ secrets: [1], domain, webAclArn });
    expect(maximal.config).toMatchObject({
      Aliases: [domain.name],
      ViewerCertificate: {
        AcmCertificateArn: domain.certificateArn,
        MinimumProtocolVersion: 'TLSv1.2_2021',
      },
      WebACLId: webAclArn,
    });
    expect(maximal.site.url).toBe('https://jobs.example.com');
    const records = maximal.ofType('AWS::Route53::RecordSet').map(([, { Properties }]) => Properties);
    expect(records.map(({ Name, Type }) => [Name, Type])).toEqual([
      ['jobs.example.com.', 'A'],
      ['jobs.example.com.', 'AAAA'],
    ]);
    expect([plain.config.Aliases, plain.config.WebACLId]).toEqual([undefined, undefined]);
    expect(plain.ofType('AWS::Route53::RecordSet')).toEqual([]);
  });
});
