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
  type MailSender,
  type Resources,
  type ServedFiles,
  type ServedTable,
} from './resources.ts';
import { siteProxy } from './site.ts';
import type { Stage } from './stages.ts';

/** The names that stacks of a stage need to know of those before them. */
interface Names {
  ApiId: string;
  TableName: string;
  /** Of the stream of the table's changes, which a restored table has anew. */
  TableStreamArn: string;
  FilesBucket: string;
  MailConfigurationSet: string;
  /** Where alarms are sent, in a stage that is watched. */
  AlarmTopic?: string;
  /** Where candidates find the pages, if CloudFront stands before them. */
  SiteUrl?: string;
  /** The ARNs of the secrets by which CloudFront proves itself, with commas between them. */
  SiteSecrets?: string;
  /** The function that refuses requests in maintenance, from the stack of events. */
  MaintenanceFunction: string;
}

/** A parameter of SSM, not an export of CloudFormation: an export that is in use cannot change, and a table does. */
const parameterOf = (stage: Stage, name: keyof Names) => `/job-posting-service/${stage.name}/${name}`;

/** Hands over names of what is in a stack. */
export function handOver(scope: Construct, stage: Stage, names: Partial<Names>): void {
  for (const [name, stringValue] of Object.entries(names)) {
    // oxlint-disable-next-line eslint/no-new -- a construct adds itself to its tree
    new StringParameter(scope, name, {
      parameterName: parameterOf(stage, name as keyof Names),
      stringValue,
    });
  }
}

/**
 * What is in stacks before another one, most of it in the stack of data. Each name is read when that stack is deployed, and only if it is
 * used: a parameter that a template does not use is a finding of its checks.
 */
export class HandedOver extends Construct implements Resources {
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
      functionArn: this.#read('MaintenanceFunction'),
      sameEnvironment: true,
    });
  }

  get alarmTopic(): ITopic {
    return (this.#alarmTopic ??= Topic.fromTopicArn(this, 'Alarms', this.#read('AlarmTopic')));
  }

  #read(name: keyof Names): string {
    return StringParameter.valueForStringParameter(this, parameterOf(this.#stage, name));
  }
}
