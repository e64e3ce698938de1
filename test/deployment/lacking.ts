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
}

/** The parts to remove from the templates for the emulator. */
export const lacks: Record<string, Lack> = {
  'AWS::Budgets::Budget': {
    why: 'The emulator has no budgets.',
    resource: ({ Type }) => Type === 'AWS::Budgets::Budget',
  },
  'AWS::CodeDeploy::*': {
    why: 'The emulator has no CodeDeploy: a new version gets all requests at once, and no alarm undoes that.',
    resource: ({ Type }) => Type.startsWith('AWS::CodeDeploy::'),
  },
  'AWS::CloudWatch::Alarm with metric maths': {
    why: 'An alarm of the emulator watches one metric as it is.',
    resource: ({ Type, Properties }) =>
      Type === 'AWS::CloudWatch::Alarm' && Properties?.['Metrics'] !== undefined,
  },
  'AWS::SES::EmailIdentity, its records of DKIM': {
    why: 'The emulator returns no DkimDNSTokenName and no DkimDNSTokenValue.',
    attribute: { type: 'AWS::SES::EmailIdentity', names: /^DkimDNSToken/ },
  },
  'the limits of ses:SendEmail': {
    why: 'The emulator sees neither the sender nor the domain of a mail, so it would refuse every mail.',
    action: 'ses:SendEmail',
  },
};
