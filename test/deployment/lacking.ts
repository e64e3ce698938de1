/** A resource of a CloudFormation template. */
export interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
}

/** A feature in the templates that the emulator does not support. */
interface Lack {
  why: string;
  /** Selects the resources to remove. */
  resource?: (resource: Resource) => boolean;
  /** The attributes of a resource whose references are removed. */
  attribute?: { type: string; names: RegExp };
  /** An action whose statements are widened to all resources. */
  action?: string;
  /** The smallest template that shows the limitation: once the emulator accepts it, remove the entry. */
  probe?: { Resources: Record<string, Resource>; Outputs?: object };
}

/** The parts to remove from the templates for the emulator. */
export const lacks: Record<string, Lack> = {
  'AWS::Budgets::Budget': {
    why: 'The emulator has no budgets.',
    resource: ({ Type }) => Type === 'AWS::Budgets::Budget',
    probe: {
      Resources: {
        Probe: {
          Type: 'AWS::Budgets::Budget',
          Properties: {
            Budget: { BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 1, Unit: 'USD' } },
          },
        },
      },
    },
  },
  'AWS::CodeDeploy::*': {
    why: 'The emulator has no CodeDeploy: a new version gets all requests at once, and no alarm undoes that.',
    resource: ({ Type }) => Type.startsWith('AWS::CodeDeploy::'),
    probe: {
      Resources: {
        Probe: { Type: 'AWS::CodeDeploy::Application', Properties: { ComputePlatform: 'Lambda' } },
      },
    },
  },
  'AWS::CloudWatch::Alarm with metric maths': {
    why: 'An alarm of the emulator watches one metric as it is.',
    resource: ({ Type, Properties }) =>
      Type === 'AWS::CloudWatch::Alarm' && Properties?.['Metrics'] !== undefined,
    probe: {
      Resources: {
        Probe: {
          Type: 'AWS::CloudWatch::Alarm',
          Properties: {
            ComparisonOperator: 'GreaterThanThreshold',
            EvaluationPeriods: 1,
            Threshold: 1,
            Metrics: [
              { Id: 'more', Expression: 'errors + 1' },
              {
                Id: 'errors',
                ReturnData: false,
                MetricStat: {
                  Metric: { Namespace: 'AWS/Lambda', MetricName: 'Errors' },
                  Period: 60,
                  Stat: 'Sum',
                },
              },
            ],
          },
        },
      },
    },
  },
  'AWS::SES::EmailIdentity, its records of DKIM': {
    why: 'The emulator returns no DkimDNSTokenName and no DkimDNSTokenValue.',
    attribute: { type: 'AWS::SES::EmailIdentity', names: /^DkimDNSToken/ },
    probe: {
      Resources: {
        Probe: { Type: 'AWS::SES::EmailIdentity', Properties: { EmailIdentity: 'probe.example' } },
      },
      Outputs: { Record: { Value: { 'Fn::GetAtt': ['Probe', 'DkimDNSTokenName1'] } } },
    },
  },
  'the limits of ses:SendEmail': {
    why: 'The emulator sees neither the sender nor the domain of a mail, so it would refuse every mail.',
    action: 'ses:SendEmail',
  },
};
