import { Fn } from 'aws-cdk-lib';
import { HttpApi, type IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Function as LambdaFunction, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Topic, type ITopic } from 'aws-cdk-lib/aws-sns';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import {
  mailSender,
  searchAccountOf,
  type MailSender,
  type Resources,
  type ServedFiles,
  type ServedTable,
} from './resources.ts';
import { siteProxy } from './site.ts';
import type { Stage } from './stages.ts';

/** Names that a stack publishes for the stacks that are deployed after it. */
interface ParameterValues {
  ApiId: string;
  TableName: string;
  /** A restored table has another stream. */
  TableStreamArn: string;
  FilesBucket: string;
  MailConfigurationSet: string;
  /** The topic of the alarms, in a stage with monitoring. */
  AlarmTopic?: string;
  SiteUrl?: string;
  /** ARNs of the secrets that authenticate CloudFront, separated by commas. */
  SiteSecrets?: string;
  /** The function that refuses requests in maintenance, of the first stack with functions. */
  RefusingFunction: string;
}

/** An SSM parameter, because CloudFormation exports in use cannot change, and a restored table changes names. */
const parameterOf = (stage: Stage, name: keyof ParameterValues) =>
  `/job-posting-service/${stage.name}/${name}`;

export function publishParameters(scope: Construct, stage: Stage, names: Partial<ParameterValues>): void {
  for (const [name, stringValue] of Object.entries(names)) {
    // oxlint-disable-next-line eslint/no-new -- a construct adds itself to its tree
    new StringParameter(scope, name, {
      parameterName: parameterOf(stage, name as keyof ParameterValues),
      stringValue,
    });
  }
}

/**
 * Resources of the stacks that are deployed earlier, most of them of the stack `data`. Each parameter is read at deployment
 * and only if it is used, because the template validator reports unused parameters.
 */
export class StageResources extends Construct implements Resources {
  readonly #stage: Stage;
  #table: ServedTable | undefined;
  #files: ServedFiles | undefined;
  #mail: MailSender | undefined;
  #api: IHttpApi | undefined;
  #alarmTopic: ITopic | undefined;

  constructor(scope: Construct, stage: Stage) {
    super(scope, 'Data');
    this.#stage = stage;
  }

  get table(): ServedTable {
    return (this.#table ??= Table.fromTableName(this, 'Table', this.#read('TableName')));
  }

  get tableStreamArn(): string {
    return this.#read('TableStreamArn');
  }

  get files(): ServedFiles {
    return (this.#files ??= Bucket.fromBucketName(this, 'Files', this.#read('FilesBucket')));
  }

  get searchAccount(): Resources['searchAccount'] {
    return searchAccountOf(this, this.#stage);
  }

  get mail(): MailSender {
    return (this.#mail ??= mailSender(this, this.#stage, this.#read('MailConfigurationSet')));
  }

  get siteUrl(): string | undefined {
    return this.#stage.cdn && this.#read('SiteUrl');
  }

  get siteProxy(): string | undefined {
    const { cdn } = this.#stage;
    return cdn && siteProxy(Fn.split(',', this.#read('SiteSecrets'), cdn.secrets.length));
  }

  get api(): IHttpApi {
    return (this.#api ??= HttpApi.fromHttpApiAttributes(this, 'Api', { httpApiId: this.#read('ApiId') }));
  }

  get maintenanceFunction(): IFunction {
    return LambdaFunction.fromFunctionAttributes(this, 'Maintenance', {
      functionArn: this.#read('RefusingFunction'),
      sameEnvironment: true,
    });
  }

  get alarmTopic(): ITopic {
    return (this.#alarmTopic ??= Topic.fromTopicArn(this, 'Alarms', this.#read('AlarmTopic')));
  }

  #read(name: keyof ParameterValues): string {
    return StringParameter.valueForStringParameter(this, parameterOf(this.#stage, name));
  }
}
