/** The name of the stack that a stage is deployed as. */
export const stackNameOf = (stage: string): string => `job-posting-service-${stage}`;

/** The outputs of the stack that the admin command needs, with the setting that each of them is. */
export const settingOutputs = {
  TableName: 'TABLE_NAME',
  FilesBucket: 'FILES_BUCKET',
  TimeZone: 'TIME_ZONE',
} as const;
