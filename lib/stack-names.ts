export const stackParts = ['data', 'events', 'employers', 'candidates', 'background', 'entrance'] as const;

export type StackPart = (typeof stackParts)[number];

export const stackNameOf = (stage: string, part: StackPart): string => `job-posting-service-${stage}-${part}`;

/** Outputs of the stack `data` that the admin command reads, each with the setting that gets its value. */
export const settingOutputs = {
  TableName: 'TABLE_NAME',
  FilesBucket: 'FILES_BUCKET',
  TimeZone: 'TIME_ZONE',
  EventDays: 'EVENT_RETENTION_DAYS',
} as const;
