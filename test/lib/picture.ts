import { groups } from '../../lib/function-table.ts';
import { serviceFunctions } from '../../lib/functions.ts';
import type { Synthesised } from './synthesised.ts';

/** How a node is drawn: who is outside, what everybody reaches, and where data rests. */
type Kind = 'outside' | 'public' | 'rest' | 'part';

const shapes: Record<Kind, (text: string) => string> = {
  outside: (text) => `(["${text}"])`,
  public: (text) => `{{"${text}"}}`,
  rest: (text) => `[("${text}")]`,
  part: (text) => `["${text}"]`,
};

/** The types of resources that are nodes. */
const nodes: Record<string, { node: string; kind: Kind; text: string }> = {
  'AWS::CloudFront::Distribution': { node: 'cdn', kind: 'public', text: 'CloudFront' },
  'AWS::ApiGatewayV2::Api': { node: 'api', kind: 'public', text: 'HTTP API' },
  'AWS::DynamoDB::Table': { node: 'table', kind: 'rest', text: 'DynamoDB: the table' },
  'AWS::S3::Bucket': { node: 'files', kind: 'rest', text: 'S3: résumés, logos, feed, sitemap' },
  'AWS::SQS::Queue': { node: 'queues', kind: 'rest', text: 'SQS: what could not be processed' },
  'AWS::Logs::LogGroup': {
    node: 'logs',
    kind: 'rest',
    text: 'CloudWatch: logs of the API and of each function',
  },
  'AWS::SecretsManager::Secret': {
    node: 'secret',
    kind: 'rest',
    text: 'Secrets Manager: secret of CloudFront',
  },
  'AWS::SES::EmailIdentity': { node: 'ses', kind: 'part', text: 'SES' },
  'AWS::Scheduler::Schedule': { node: 'schedules', kind: 'part', text: 'EventBridge: schedules' },
  'AWS::Events::Rule': { node: 'events', kind: 'part', text: 'EventBridge: what became of mail' },
  'AWS::CodeDeploy::DeploymentGroup': { node: 'deployments', kind: 'part', text: 'CodeDeploy' },
  'AWS::CloudWatch::Alarm': { node: 'alarms', kind: 'part', text: 'CloudWatch: alarms' },
  'AWS::Budgets::Budget': { node: 'budget', kind: 'part', text: 'Budget' },
  'AWS::SNS::Topic': { node: 'topic', kind: 'part', text: 'SNS: topic of the alarms' },
};

/** The services of AWS that functions and people call, by the start of an action. */
const called: Record<string, string> = {
  dynamodb: 'table',
  s3: 'files',
  ses: 'ses',
  sqs: 'queues',
};

/** What no template has: people, and what they do. */
const outside = [
  'candidates(["Candidates, crawlers"]) --> cdn',
  'employers(["Systems of employers, career sites"]) --> api',
  'operator(["Operator"])',
  'ses --> mailboxes(["Mailboxes of employers"])',
  'topic --> operator',
];

/** The types that belong to what is drawn, by how their names begin. */
const belonging = [
  'AWS::ApiGatewayV2::',
  'AWS::CloudFormation::CustomResource',
  'AWS::CloudFront::',
  'AWS::CloudWatch::Dashboard',
  'AWS::CodeDeploy::Application',
  'AWS::IAM::',
  'AWS::KMS::Key',
  'AWS::Lambda::',
  'AWS::Logs::MetricFilter',
  'AWS::Route53::RecordSet',
  'AWS::S3::BucketPolicy',
  'AWS::SES::',
  'AWS::SNS::',
  'AWS::SQS::QueuePolicy',
  'AWS::SSM::Parameter',
  'AWS::Scheduler::ScheduleGroup',
];

/** The types of resources that the picture neither shows nor leaves to what it shows. */
export const notInPicture = ({ resources }: Synthesised): string[] =>
  [...new Set(Object.values(resources).map(({ Type }) => Type))].filter(
    (type) => !Object.hasOwn(nodes, type) && !belonging.some((start) => type.startsWith(start)),
  );

/** The deployed parts as a flowchart of Mermaid: what is in the templates, and what they say of who calls what. */
export function pictureOf({ resources, ofType, at }: Synthesised): string {
  const stackOf = new Map(
    serviceFunctions.map(({ id, group }) => [
      at(`Functions/${id}/Function`)[0],
      `${groups[group].stack}-functions`,
    ]),
  );
  /** The functions of the stack of the first function that a value names, itself or by its alias. */
  const functionsIn = (value: unknown): string | undefined => {
    const [, id = ''] = /"(?:Ref|Fn::GetAtt)":\[?"(Functions[^"]+)"/.exec(JSON.stringify(value)) ?? [];
    return stackOf.get(id) ?? (resources[id] && functionsIn(resources[id].Properties['FunctionName']));
  };
  const edges = new Set<string>();
  const draw = (from: string | undefined, to: string | undefined) => {
    if (from !== undefined && to !== undefined) edges.add(`${from} --> ${to}`);
  };
  for (const [, { Properties }] of ofType('AWS::ApiGatewayV2::Integration')) {
    draw('api', functionsIn(Properties['IntegrationUri']));
  }
  for (const [, { Properties }] of ofType('AWS::Scheduler::Schedule')) {
    draw('schedules', functionsIn(Properties['Target'].Arn));
  }
  for (const [, { Properties }] of ofType('AWS::Events::Rule'))
    draw('events', functionsIn(Properties['Targets']));
  for (const [, { Properties }] of ofType('AWS::Lambda::EventSourceMapping')) {
    draw('table', functionsIn(Properties['FunctionName']));
  }
  for (const [id, { Properties }] of ofType('AWS::Lambda::Function')) {
    const role = resources[Properties['Role']['Fn::GetAtt'][0]];
    const actions = JSON.stringify(role?.Properties['Policies']).matchAll(/"(\w+):\w+\*?"/g);
    for (const [, service = ''] of actions) draw(stackOf.get(id), called[service]);
  }
  for (const [, { Properties }] of ofType('AWS::IAM::ManagedPolicy')) {
    const actions = JSON.stringify(Properties['PolicyDocument']).matchAll(/"(\w+):\w+\*?"/g);
    for (const [, service = ''] of actions) draw('operator', called[service]);
  }
  for (const [, { Properties }] of ofType('AWS::SES::ConfigurationSetEventDestination')) {
    if (Properties['EventDestination'].EventBridgeDestination) draw('ses', 'events');
  }
  for (const [, { UpdatePolicy, Properties }] of ofType('AWS::Lambda::Alias')) {
    if (UpdatePolicy) draw('deployments', functionsIn(Properties['FunctionName']));
  }
  for (const [, { Properties }] of ofType('AWS::CloudFront::Distribution')) {
    const [{ OriginCustomHeaders }] = Properties['DistributionConfig'].Origins;
    draw('cdn', 'api');
    if (JSON.stringify(OriginCustomHeaders).includes('resolve:secretsmanager')) draw('secret', 'cdn');
  }
  for (const [, { Properties }] of ofType('AWS::ApiGatewayV2::Stage')) {
    if (Properties['AccessLogSettings']) draw('api', 'logs');
  }
  for (const [, { Properties }] of ofType('AWS::CloudWatch::Alarm')) {
    if (Properties['AlarmActions']) draw('alarms', 'topic');
  }
  if (ofType('AWS::Budgets::Budget').length > 0) draw('budget', 'topic');

  const stacks = new Set(serviceFunctions.map(({ group }) => groups[group].stack));
  const functions = [...stacks].map((stack) => `${stack}-functions["functions of the stack ${stack}"]`);
  const drawn = Object.entries(nodes)
    .filter(([type]) => ofType(type).length > 0)
    .map(([, { node, kind, text }]) => `${node}${shapes[kind](text)}`);
  return ['flowchart LR', ...outside, ...drawn, ...functions, ...edges].map((line) => `${line}\n`).join('');
}
