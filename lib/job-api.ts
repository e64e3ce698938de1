import { Stack } from 'aws-cdk-lib';
import { DomainName, HttpApi, SecurityPolicy } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import { baseUrlOf, type CustomDomain, type Stage } from './stages.ts';

type Zone = NonNullable<CustomDomain['hostedZone']>;

function aliasOf(scope: Construct, name: string, zone: Zone, target: DomainName): ARecord {
  const { regionalDomainName, regionalHostedZoneId } = target;
  return new ARecord(scope, 'Alias', {
    zone: HostedZone.fromHostedZoneAttributes(scope, 'Zone', { hostedZoneId: zone.id, zoneName: zone.name }),
    recordName: `${name}.`,
    target: RecordTarget.fromAlias(
      new ApiGatewayv2DomainProperties(regionalDomainName, regionalHostedZoneId),
    ),
  });
}

function domainNameOf(scope: Construct, { name, certificateArn, hostedZone }: CustomDomain): DomainName {
  const domainName = new DomainName(scope, 'Domain', {
    domainName: name,
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
    securityPolicy: SecurityPolicy.TLS_1_2,
  });
  if (hostedZone) aliasOf(scope, name, hostedZone, domainName);
  return domainName;
}

/** The host name that API Gateway assigns. */
function ownHost(scope: Construct, apiId: string): string {
  const { region, urlSuffix } = Stack.of(scope);
  return `${apiId}.execute-api.${region}.${urlSuffix}`;
}

/** The URL of a stage for clients, with a final slash. */
export const urlOf = (scope: Construct, stage: Stage, apiId: () => string): string =>
  `${baseUrlOf(stage) ?? `https://${ownHost(scope, apiId())}`}/`;

/** The origins of the pages that the API itself serves. */
export const originsOf = (scope: Construct, stage: Stage, apiId: () => string): string[] => [
  ...new Set([
    urlOf(scope, stage, apiId).replace(/\/$/, ''),
    ...(stage.domain ? [`https://${stage.domain.name}`] : []),
  ]),
];

/** The host name of the API itself, for a proxy or CDN. */
export const hostOf = (scope: Construct, { domain }: Stage, { apiId }: HttpApi): string =>
  domain?.only ? domain.name : ownHost(scope, apiId);

/** The HTTP API, whose address stays when routes change, and the domain of the stage. */
export class JobApi extends Construct {
  readonly api: HttpApi;
  /** The target of a DNS record for the custom domain. */
  readonly domainTarget: string | undefined;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    const { domain } = stage;
    this.api = new HttpApi(this, 'Api', {
      description: `Job Posting Service (${stage.name})`,
      createDefaultStage: false,
      disableExecuteApiEndpoint: domain?.only ?? false,
    });
    this.domainTarget = domain && domainNameOf(this, domain).regionalDomainName;
  }
}
