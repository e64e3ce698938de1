import { text } from 'node:stream/consumers';
import { startStandIn } from './stand-in.ts';

/** Stacks by their names. */
export type Stacks = Record<string, { status: string; outputs: Record<string, string> }>;

const NAMESPACE = 'xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"';

const elements = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('');

const described = (StackName: string, { status, outputs }: Stacks[string]) => {
  const members = Object.entries(outputs).map(
    ([OutputKey, OutputValue]) => `<member>${elements({ OutputKey, OutputValue })}</member>`,
  );
  const Outputs = members.length > 0 ? `<Outputs>${members.join('')}</Outputs>` : '';
  return `<DescribeStacksResponse ${NAMESPACE}><DescribeStacksResult><Stacks><member>${elements({
    StackName,
    StackStatus: status,
  })}${Outputs}</member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
};

const missing = (name: string) =>
  `<ErrorResponse ${NAMESPACE}><Error>${elements({
    Type: 'Sender',
    Code: 'ValidationError',
    Message: `Stack with id ${name} does not exist`,
  })}</Error></ErrorResponse>`;

/** A server that describes these stacks as CloudFormation does. */
export function startCloudFormation(stacks: Stacks) {
  return startStandIn(async (request, response) => {
    const name = new URLSearchParams(await text(request)).get('StackName') ?? '';
    const stack = stacks[name];
    response.writeHead(stack ? 200 : 400, { 'content-type': 'text/xml' });
    response.end(stack ? described(name, stack) : missing(name));
  });
}
