import {
  BASE_PATH,
  functionNameOf,
  methodsOf,
  operations,
  type Operation,
  type OperationId,
} from '../schemas/operations.ts';
import { PAGE_METHODS, pages, PAGES_FUNCTION } from '../schemas/pages.ts';
import { permissionsOf, type Permission } from './permissions.ts';
import {
  scheduledFunctions,
  type ScheduledFunction,
  type ScheduledId,
  type ScheduledTrigger,
} from './scheduled-functions.ts';

/** What a function is given of the settings in `functions/wiring/config.ts`. */
export type SettingName = 'TABLE_NAME' | 'TIME_ZONE' | 'BASE_URL' | 'METRICS_NAMESPACE' | 'RATE_LIMITS';

type Method = Operation['method'] | 'HEAD';

/** Paths of the HTTP API with some of their methods. */
interface RouteTrigger {
  routes: readonly { path: string; methods: readonly Method[] }[];
}

/** A Lambda function of the service. */
export interface ServiceFunction {
  /** The operation that it is for, as logs and metrics name it. */
  operation?: OperationId | ScheduledId;
  /** The id of its construct. */
  id: string;
  /** The name of its module in `functions/`, and of its bundle. */
  name: string;
  description: string;
  /** What leads to it: routes, whatever leads nowhere else, or a schedule. */
  trigger: RouteTrigger | '$default' | ScheduledTrigger;
  group: FunctionGroup;
  memoryMegabytes: number;
  timeoutSeconds: number;
  settings: readonly SettingName[];
  permissions: readonly Permission[];
}

/** Functions that are watched together. */
export type FunctionGroup = 'JobWrites' | 'JobReads' | 'ReferenceData' | 'AutoRefresh';

/** Less than the 30 s of API Gateway; the store keeps the last 1.5 s to answer. */
const REQUEST_SECONDS = 10;

const rows: [OperationId, Operation][] = Object.entries(operations).map(([id, operation]) => [
  id as OperationId,
  operation,
]);

const groupOf = ({ access, method }: Operation) => {
  if (access === 'public') return 'ReferenceData';
  return method === 'GET' ? 'JobReads' : 'JobWrites';
};

/** Memory buys CPU: what a cold start needs in its first second, not what the data takes. */
const memoryMegabytes: Record<Exclude<FunctionGroup, 'AutoRefresh'>, number> = {
  JobWrites: 1_024,
  JobReads: 512,
  ReferenceData: 512,
};

const settingsOf = (id: OperationId, operation: Operation): SettingName[] => [
  'METRICS_NAMESPACE',
  ...(permissionsOf(id).length > 0 ? (['TABLE_NAME'] as const) : []),
  // What writes jobs may ask for the date; what reads them is given no clock of the time zone.
  ...(groupOf(operation) === 'JobWrites' ? (['TIME_ZONE'] as const) : []),
  ...(operation.access === 'employer' ? (['RATE_LIMITS'] as const) : []),
  // Answers hold addresses: of a job in Location and in a conflict, of the pages of a list.
  ...(operation.access === 'employer' || operation.query ? (['BASE_URL'] as const) : []),
];

const pascalCase = (camelCase: string) => `${camelCase.charAt(0).toUpperCase()}${camelCase.slice(1)}`;

const ofOperation = ([id, operation]: [OperationId, Operation]): ServiceFunction => {
  const group = groupOf(operation);
  return {
    operation: id,
    id: pascalCase(id),
    name: functionNameOf(id),
    description: operation.summary,
    trigger: {
      routes: [{ path: `${BASE_PATH}${operation.path}`, methods: methodsOf(operation) }],
    },
    group,
    memoryMegabytes: memoryMegabytes[group],
    timeoutSeconds: REQUEST_SECONDS,
    settings: settingsOf(id, operation),
    permissions: permissionsOf(id),
  };
};

const documentation: ServiceFunction = {
  id: 'Documentation',
  name: PAGES_FUNCTION,
  description: 'Serve the guide, the reference, the pages of problems and the OpenAPI document',
  trigger: { routes: Object.values(pages).map(({ path }) => ({ path, methods: PAGE_METHODS })) },
  group: 'JobReads',
  memoryMegabytes: 512,
  timeoutSeconds: REQUEST_SECONDS,
  settings: [],
  permissions: [],
};

const noRoute: ServiceFunction = {
  id: 'NoRoute',
  name: 'no-route',
  description: 'Answer what is no operation: 404, 405 with Allow, OPTIONS',
  trigger: '$default',
  group: 'JobReads',
  memoryMegabytes: 256,
  timeoutSeconds: REQUEST_SECONDS,
  settings: [],
  permissions: [],
};

const onSchedule = ([id, definition]: [ScheduledId, ScheduledFunction]): ServiceFunction => ({
  ...definition,
  operation: id,
  id: pascalCase(id),
  name: functionNameOf(id),
  group: 'AutoRefresh',
  settings: ['METRICS_NAMESPACE', 'TABLE_NAME', 'TIME_ZONE'],
  permissions: permissionsOf(id),
});

const scheduledRows = Object.entries(scheduledFunctions) as [ScheduledId, ScheduledFunction][];

/** One function for each operation, one for all pages, one for whatever is neither, and those that no request calls. */
export const serviceFunctions: readonly ServiceFunction[] = [
  ...rows.map(ofOperation),
  documentation,
  noRoute,
  ...scheduledRows.map(onSchedule),
];

/** Whether a function runs by a schedule: nobody waits for its answer. */
export const isScheduled = ({ trigger }: ServiceFunction): boolean =>
  trigger !== '$default' && 'inputs' in trigger;
