import { Annotations, CfnOutput, Stack } from 'aws-cdk-lib';
import { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { adminPolicy } from './admin-policy.ts';
import { alarmTopic } from './alarm-topic.ts';
import { addAlarms } from './alarms.ts';
import { budgetOf } from './budget.ts';
import { addDashboard } from './dashboard.ts';
import { fileBucket } from './file-bucket.ts';
import { scheduleOf, serviceFunctions, type ServiceFunction } from './functions.ts';
import { GradualDeployment } from './gradual-deployment.ts';
import { JobApi } from './job-api.ts';
import { jobTable, type ServedTable } from './job-table.ts';
import { Mail } from './mail.ts';
import { inMaintenance } from './maintenance.ts';
import { OperationFunction } from './operation-function.ts';
import { acknowledge, acknowledgePrefixes } from './rule-exceptions.ts';
import { addSchedules, deadLetterQueue, patienceOf } from './schedules.ts';
import { settingOutputs } from './stack-names.ts';
import type { Stage } from './stages.ts';

/** Returns the bundle of a function, by its name. */
export type CodeOf = (functionName: string) => Code;

interface ServiceStackProps {
  stage: Stage;
  codeOf: CodeOf;
  /** Whether a stage that retains its data is protected against deletion. */
  protection: 'on' | 'off';
  /** Whether requests that write are refused, and nothing runs on schedule. */
  maintenance: 'on' | 'off';
}

/** The whole service for one stage. */
export class ServiceStack extends Stack {
  readonly outputs: readonly CfnOutput[];

  constructor(scope: Construct, id: string, { stage, codeOf, protection, maintenance }: ServiceStackProps) {
    const isProtected = stage.retainData && protection === 'on';
    super(scope, id, {
      description: `Job Posting Service, ${stage.name}`,
      terminationProtection: isProtected,
    });
    if (stage.retainData && !isProtected) {
      Annotations.of(this).addInfoV2(
        'protection',
        `Stage ${stage.name} is not protected against deletion. Deploy it without -c protection=off once it works.`,
      );
    }
    const ownTable = jobTable(this, 'Table', { stage, deletionProtection: isProtected });
    const table: ServedTable = stage.restoredTable
      ? Table.fromTableName(this, 'RestoredTable', stage.restoredTable)
      : ownTable;
    const files = fileBucket(this, 'Files', stage);
    const mail = new Mail(this, 'Mail', stage);
    const resources = { table, files, mail };

    const functionScope = new Construct(this, 'Functions');
    const scheduling = new Construct(this, 'Scheduling');
    const deadLetters = deadLetterQueue(scheduling);
    const unansweredBy = (definition: ServiceFunction) => {
      if (definition.trigger === 'mailEvents') return mail.unanswered;
      const schedule = scheduleOf(definition);
      return schedule && { queue: deadLetters, ...patienceOf(schedule) };
    };
    const functions = serviceFunctions.map(
      (definition) =>
        new OperationFunction(functionScope, {
          definition,
          code: codeOf(definition.name),
          resources,
          unanswered: unansweredBy(definition),
          stage,
        }),
    );
    for (const { definition, function: handler } of functions) {
      if (definition.trigger === 'mailEvents') mail.recordEventsWith(handler);
    }
    addSchedules(scheduling, { functions, deadLetters, stage, enabled: maintenance === 'off' });
    const api = new JobApi(this, 'Http', {
      functions: maintenance === 'on' ? inMaintenance(functions) : functions,
      stage,
    });
    // What requests tell of the API's own domain, a schedule does not.
    for (const { definition, function: scheduled } of functions.filter((each) =>
      scheduleOf(each.definition),
    )) {
      if (definition.settings.includes('BASE_URL')) scheduled.addEnvironment('BASE_URL', api.url);
    }

    const deployment = new GradualDeployment(this, 'Deployment', { functions, api, stage });

    const monitoring = new Construct(this, 'Monitoring');
    const topic = alarmTopic(monitoring, 'Alarms', stage);
    const watched = { api, functions, table, deadLetters, mail, stage };
    const dashboard = addDashboard(monitoring, watched, addAlarms(monitoring, watched, topic));
    if (stage.budgetDollars !== undefined) budgetOf(monitoring, 'Budget', stage.budgetDollars, topic);
    const admin = adminPolicy(this, 'Admin', resources);

    acknowledge(functionScope, 'functions');
    acknowledge(functionScope, stage.tracing === 'on' ? 'tracing' : 'noTracing');
    acknowledgePrefixes(functionScope, files);
    acknowledgePrefixes(admin, files);
    acknowledge(scheduling, 'scheduling');
    acknowledge(files, 'files');
    acknowledge(mail, 'mail');
    acknowledge(api, 'api');
    acknowledge(deployment, 'deployment');
    acknowledge(monitoring, 'monitoring');

    const outputs = {
      Url: { value: api.url, description: 'Where clients reach the service' },
      TableName: { value: table.tableName, description: `${settingOutputs.TableName} for npm run admin` },
      FilesBucket: {
        value: files.bucketName,
        description: `${settingOutputs.FilesBucket} for npm run admin`,
      },
      TimeZone: { value: stage.timeZone, description: `${settingOutputs.TimeZone} for npm run admin` },
      ...Object.fromEntries(
        mail.dkimRecords.map(({ name, value }, index) => [
          `DkimRecord${index + 1}`,
          {
            value: `${name} CNAME ${value}`,
            description: `A record to create in the DNS of ${stage.mailDomain}`,
          },
        ]),
      ),
      ...(api.domainTarget !== undefined && {
        DomainTarget: {
          value: api.domainTarget,
          description: `Where a CNAME or alias record for ${stage.domain?.name} has to point`,
        },
      }),
      AlarmTopic: { value: topic.topicArn, description: 'Subscribe to receive the alarms' },
      Dashboard: { value: dashboard.dashboardName, description: 'The dashboard in CloudWatch' },
      AccessLogs: { value: api.accessLogs.logGroupName, description: 'The log of all requests' },
      FunctionLogs: {
        value: `${this.stackName}-Functions`,
        description: 'What the names of the logs of all functions begin with',
      },
      AdminPolicy: { value: admin.managedPolicyArn, description: 'What npm run admin needs' },
    };
    this.outputs = Object.entries(outputs).map(([name, output]) => new CfnOutput(this, name, output));
  }
}
