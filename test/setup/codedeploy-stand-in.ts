import { json } from 'node:stream/consumers';
import { startStandIn } from './stand-in.ts';

/** A deployment as CodeDeploy tells of it: its group, its AppSpec, and who began it. */
export interface Deployment {
  group: string;
  appSpec: string;
  creator?: string;
}

interface Sent {
  deploymentId: string;
  lifecycleEventHookExecutionId?: string;
  status?: string;
}

/** The AppSpec of a deployment that moves an alias to version 2. */
export const appSpecOf = (functionName: string) =>
  JSON.stringify({
    version: 0,
    Resources: [
      {
        [functionName]: {
          Type: 'AWS::Lambda::Function',
          Properties: { Name: functionName, Alias: 'live', CurrentVersion: '1', TargetVersion: '2' },
        },
      },
    ],
    Hooks: [{ BeforeAllowTraffic: 'try-version' }],
  });

/** A server that knows deployments as CodeDeploy does. `takes` is told each call, and says whether it is taken. */
export function startCodeDeploy(
  deployments: Record<string, Deployment>,
  takes: (action: string, sent: Sent) => boolean,
) {
  return startStandIn(async (request, response) => {
    const [, action = ''] = String(request.headers['x-amz-target']).split('.');
    const sent = (await json(request)) as Sent;
    const deployment = deployments[sent.deploymentId];
    const respond = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
    if (!takes(action, sent)) {
      return respond(400, {
        __type: 'InvalidLifecycleEventHookExecutionStatusException',
        message: 'Not taken.',
      });
    }
    if (action !== 'GetDeployment') return respond(200, {});
    if (!deployment) {
      return respond(400, { __type: 'DeploymentDoesNotExistException', message: 'No such deployment.' });
    }
    const { group, appSpec, creator = 'user' } = deployment;
    return respond(200, {
      deploymentInfo: {
        deploymentId: sent.deploymentId,
        deploymentGroupName: group,
        creator,
        revision: { revisionType: 'AppSpecContent', appSpecContent: { content: appSpec } },
      },
    });
  });
}
