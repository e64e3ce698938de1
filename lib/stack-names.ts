export const stackParts = ['data', 'events', 'employers', 'candidates', 'background', 'entrance'] as const;

export type StackPart = (typeof stackParts)[number];

export const stackNameOf = (stage: string, part: StackPart): string => `job-posting-service-${stage}-${part}`;

/** Outputs of the stack `data` that the admin command reads, with the settings that they become. */
export const settingOutputs = {
  TableName: 'TABLE_NAME',
  FilesBucket: 'FILES_BUCKET',
  TimeZone: 'TIME_ZONE',
  EventDays: 'EVENT_RETENTION_DAYS',
} as const;
