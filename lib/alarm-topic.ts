import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { recipientsOf, type Stage } from './stages.ts';

export function alarmTopic(scope: Construct, id: string, stage: Stage): Topic {
  const publishers = ['budgets.amazonaws.com', 'cloudwatch.amazonaws.com'].map(
    (service) => new ServicePrincipal(service),
  );
  const fromThisAccount = { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } };
  // CloudWatch cannot publish to a topic encrypted with alias/aws/sns: that key's policy cannot allow it.
  const key = new Key(scope, `${id}Key`, {
    description: `Encrypts the alarms of the Job Posting Service (${stage.name})`,
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: publishers,
      actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      resources: ['*'],
      conditions: fromThisAccount,
    }),
  );
  const topic = new Topic(scope, id, { masterKey: key, enforceSSL: true });
  // The topic's own policy replaces the default one, which lets the account and so CloudWatch's alarms publish.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: publishers,
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: fromThisAccount,
    }),
  );
  for (const address of recipientsOf(stage)) topic.addSubscription(new EmailSubscription(address));
  return topic;
}
