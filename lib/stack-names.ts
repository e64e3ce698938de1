/** The stacks of a stage, in the order in which they are deployed. */
export const parts = ['data', 'events', 'employers', 'candidates', 'background', 'entrance'] as const;

export type Part = (typeof parts)[number];

/** The name of one of the stacks that a stage is deployed as. */
export const stackNameOf = (stage: string, part: Part): string => `job-posting-service-${stage}-${part}`;

/** The outputs of the stack of data that the admin command needs, with the setting that each of them is. */
export const settingOutputs = {
  TableName: 'TABLE_NAME',
  FilesBucket: 'FILES_BUCKET',
  TimeZone: 'TIME_ZONE',
  EventDays: 'EVENT_RETENTION_DAYS',
} as const;
