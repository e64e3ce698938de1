/** In the order of deployment: `events`, where keys get permissions, follows the functions that enforce them. */
export const stackParts = ['data', 'employers', 'candidates', 'background', 'events', 'entrance'] as const;

export type StackPart = (typeof stackParts)[number];

export const stackNameOf = (stage: string, part: StackPart): string => `job-posting-service-${stage}-${part}`;

/** Outputs of the stack `data` that the admin command reads, each with the setting that gets its value. */
export const settingOutputs = {
  TableName: 'TABLE_NAME',
  FilesBucket: 'FILES_BUCKET',
  TimeZone: 'TIME_ZONE',
  EventDays: 'EVENT_RETENTION_DAYS',
} as const;
