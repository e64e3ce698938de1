import { functionNameOf, operations, type Operation, type OperationId } from '../schemas/operations.ts';
import { PAGES_FUNCTION } from '../schemas/pages.ts';
import { publicPages, type PublicPage, type PublicPageId } from '../schemas/public-pages.ts';
import { refusedRoutes, routes, type PathMethods } from '../schemas/routes.ts';
import { permissionsOf, type Permission, type PermittedId } from './permissions.ts';
import {
  scheduledFunctions,
  type ScheduledFunction,
  type ScheduledId,
  type ScheduledTrigger,
} from './scheduled-functions.ts';

/** The settings in `functions/platform/config.ts` that functions get. */
export type SettingName =
  | 'TABLE_NAME'
  | 'TIME_ZONE'
  | 'BASE_URL'
  | 'METRICS_NAMESPACE'
  | 'LOG_LEVEL'
  | 'TRUSTED_PROXY'
  | 'RATE_LIMITS'
  | 'FILES_BUCKET'
  | 'MAIL_FROM'
  | 'MAIL_CONFIGURATION_SET'
  | 'APPLICATION_RETENTION_DAYS'
  | 'CURRENCY';

/** Paths of the HTTP API with some of their methods. */
interface RouteTrigger {
  /** Who calls them: employers by key, everybody, or those who are lost. Each has a limit of its own. */
  clients: 'employers' | 'public' | 'other';
  routes: readonly PathMethods[];
  /** Whether it also gets all requests without a route. */
  isDefault?: true;
}

/** A Lambda function of the service. */
export interface ServiceFunction {
  /** The operation it serves, as logs and metrics name it. */
  operation?: PermittedId;
  /** The id of its construct. */
  id: string;
  /** The name of its module in `functions/`, and of its bundle. */
  name: string;
  description: string;
  /** What calls it: routes, a schedule, or SES, which reports what became of a mail. */
  trigger: RouteTrigger | ScheduledTrigger | 'mailEvents';
  group: FunctionGroup;
  memoryMegabytes: number;
  timeoutSeconds: number;
  settings: readonly SettingName[];
  permissions: readonly Permission[];
  /** Whether a new version of it gets requests step by step (`gradual-deployment.ts`). */
  isDeployedGradually?: boolean;
}

/** Groups of functions that share alarms. */
export type FunctionGroup =
  | 'JobWrites'
  | 'JobReads'
  | 'ReferenceData'
  | 'Postings'
  | 'Applications'
  | 'Intake'
  | 'AutoRefresh'
  | 'Mail'
  | 'Canary';

/** Less than API Gateway's 30 s. */
const REQUEST_SECONDS = 10;

const rows: [OperationId, Operation][] = Object.entries(operations).map(([id, operation]) => [
  id as OperationId,
  operation,
]);

/** The functions that candidates use to apply. */
const intake = new Set<string>([
  'createApplication',
  'showApplyForm',
  'submitApplyForm',
  'showApplication',
  'withdrawApplication',
]);

const groupOf = ({ access, method, subject }: Operation) => {
  if (subject === 'postings') return 'Postings';
  if (subject === 'applications') return 'Applications';
  if (access === 'public') return 'ReferenceData';
  return method === 'GET' ? 'JobReads' : 'JobWrites';
};

/** Chosen for the CPU that comes with it, which a cold start needs in its first second; the data needs less. */
const memoryMegabytes: Record<Exclude<FunctionGroup, 'AutoRefresh' | 'Mail' | 'Canary'>, number> = {
  JobWrites: 1_024,
  JobReads: 512,
  ReferenceData: 512,
  Postings: 512,
  Applications: 512,
  // A request with a résumé is up to 6 MB of text, which is there several times over.
  Intake: 1_024,
};

/** What functions that log each request need. */
const logSettings = ['METRICS_NAMESPACE', 'LOG_LEVEL'] as const satisfies readonly SettingName[];

/** What functions that show postings need: the date on which one closes, URLs, and the currency of salaries. */
const postingSettings = ['TIME_ZONE', 'BASE_URL', 'CURRENCY'] as const satisfies readonly SettingName[];

/** What functions that receive applications need. */
const intakeSettings = [
  'TIME_ZONE',
  'BASE_URL',
  'RATE_LIMITS',
  'TRUSTED_PROXY',
  'FILES_BUCKET',
  'APPLICATION_RETENTION_DAYS',
] as const satisfies readonly SettingName[];

/** What functions that read or write files need. */
const fileSettings = (permissions: readonly Permission[]): SettingName[] =>
  permissions.some(({ on }) => on === 'fileBucket') ? ['FILES_BUCKET'] : [];

/** What single functions need beyond what functions of their kind do. */
const ownSettings: Partial<Record<OperationId | PublicPageId, readonly SettingName[]>> = {
  getApplicationResume: ['FILES_BUCKET'],
  deleteApplication: ['FILES_BUCKET', 'MAIL_CONFIGURATION_SET'],
  withdrawApplication: ['FILES_BUCKET', 'MAIL_CONFIGURATION_SET'],
  createApplication: intakeSettings,
  showApplyForm: ['APPLICATION_RETENTION_DAYS'],
  submitApplyForm: intakeSettings,
};

const settingsOf = (id: OperationId, operation: Operation): SettingName[] => [
  ...logSettings,
  ...(permissionsOf(id).length > 0 ? (['TABLE_NAME'] as const) : []),
  // Only operations that write jobs need the date, and so the time zone.
  ...(groupOf(operation) === 'JobWrites' ? (['TIME_ZONE'] as const) : []),
  ...(groupOf(operation) === 'Postings' ? postingSettings : []),
  ...(ownSettings[id] ?? []),
  ...(operation.access === 'employer' ? (['RATE_LIMITS'] as const) : []),
  // Responses contain URLs: of a job in Location and in a conflict, and of the pages of a list.
  ...(operation.access === 'employer' || operation.query ? (['BASE_URL'] as const) : []),
];

const pascalCase = (camelCase: string) => `${camelCase.charAt(0).toUpperCase()}${camelCase.slice(1)}`;

const routesOf = (of: string) => routes.filter(({ id }) => id === of);

const ofOperation = ([id, operation]: [OperationId, Operation]): ServiceFunction => {
  const group = intake.has(id) ? 'Intake' : groupOf(operation);
  return {
    operation: id,
    id: pascalCase(id),
    name: functionNameOf(id),
    description: operation.summary,
    trigger: {
      clients: operation.access === 'employer' ? 'employers' : 'public',
      routes: routesOf(id),
    },
    group,
    memoryMegabytes: memoryMegabytes[group],
    timeoutSeconds: REQUEST_SECONDS,
    settings: [...new Set(settingsOf(id, operation))],
    permissions: permissionsOf(id),
    isDeployedGradually: operation.access === 'employer' && operation.subject === 'jobs',
  };
};

const groupOfPage = (id: PublicPageId) => (intake.has(id) ? 'Intake' : 'Postings');

const ofPublicPage = ([id, page]: [PublicPageId, PublicPage]): ServiceFunction => ({
  operation: id,
  id: pascalCase(id),
  name: functionNameOf(id),
  description: page.summary,
  trigger: { clients: 'public', routes: routesOf(id) },
  group: groupOfPage(id),
  memoryMegabytes: memoryMegabytes[groupOfPage(id)],
  timeoutSeconds: REQUEST_SECONDS,
  settings: [
    ...new Set<SettingName>([
      ...logSettings,
      ...(permissionsOf(id).length > 0
        ? (['TABLE_NAME', ...postingSettings] as const)
        : (['BASE_URL'] as const)),
      ...fileSettings(permissionsOf(id)),
      ...(ownSettings[id] ?? []),
    ]),
  ],
  permissions: permissionsOf(id),
});

const publicPageRows = Object.entries(publicPages) as [PublicPageId, PublicPage][];

const documentation: ServiceFunction = {
  id: 'Documentation',
  name: PAGES_FUNCTION,
  description: 'Serve the guide, the reference, the problem pages and the OpenAPI document',
  trigger: { clients: 'public', routes: routesOf(PAGES_FUNCTION) },
  group: 'JobReads',
  memoryMegabytes: 512,
  timeoutSeconds: REQUEST_SECONDS,
  settings: [],
  permissions: [],
};

const noRoute: ServiceFunction = {
  id: 'NoRoute',
  name: 'no-route',
  description: 'Respond to requests for no operation: 404, 405 with Allow, OPTIONS',
  trigger: {
    clients: 'other',
    routes: refusedRoutes(),
    isDefault: true,
  },
  group: 'JobReads',
  memoryMegabytes: 256,
  timeoutSeconds: REQUEST_SECONDS,
  settings: [],
  permissions: [],
};

/** It has no routes but those that it takes over in maintenance (`maintenance.ts`). */
const maintenance: ServiceFunction = {
  id: 'Maintenance',
  name: 'maintenance',
  description: 'Refuse requests that write, in maintenance',
  trigger: { clients: 'other', routes: [] },
  group: 'JobReads',
  memoryMegabytes: 256,
  timeoutSeconds: REQUEST_SECONDS,
  settings: [],
  permissions: [],
};

const recordMailEvent: ServiceFunction = {
  operation: 'recordMailEvent',
  id: 'RecordMailEvent',
  name: 'record-mail-event',
  description: 'Record what became of the mail of an application, as SES reports it',
  trigger: 'mailEvents',
  group: 'Mail',
  memoryMegabytes: 512,
  timeoutSeconds: 30,
  settings: ['METRICS_NAMESPACE', 'TABLE_NAME'],
  permissions: permissionsOf('recordMailEvent'),
};

const onSchedule = ([id, definition]: [ScheduledId, ScheduledFunction]): ServiceFunction => ({
  ...definition,
  operation: id,
  id: pascalCase(id),
  name: functionNameOf(id),
  permissions: permissionsOf(id),
});

const scheduledRows = Object.entries(scheduledFunctions) as [ScheduledId, ScheduledFunction][];

/**
 * One function for each operation and each public page, one for the documentation, one for all other requests,
 * one for maintenance, the scheduled ones, and the one that SES reports to.
 */
export const serviceFunctions: readonly ServiceFunction[] = [
  ...rows.map(ofOperation),
  ...publicPageRows.map(ofPublicPage),
  documentation,
  noRoute,
  maintenance,
  ...scheduledRows.map(onSchedule),
  recordMailEvent,
];

/** The schedule that calls a function, if one does: nobody waits for its result. */
export const scheduleOf = ({ trigger }: ServiceFunction): ScheduledTrigger | undefined =>
  typeof trigger === 'object' && 'inputs' in trigger ? trigger : undefined;
